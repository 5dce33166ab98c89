import type { ToolDefinition } from 'loopengine'
import { getShipmentDetails } from './get_shipment_details.js'
import { issueRefund } from './issue_refund.js'
import { lookupOrder } from './lookup_order.js'
import { sendEmail } from './send_email.js'

export const tools: ToolDefinition[] = [lookupOrder, getShipmentDetails, issueRefund, sendEmail]
