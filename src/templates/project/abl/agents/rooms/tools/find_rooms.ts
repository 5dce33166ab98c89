import { defineTool } from 'loopengine'
import { freeRooms } from '../../../lib/bookings.js'

/** Runs what rooms.tools.abl declares: its arguments have been checked there. */
export const findRooms = defineTool({
  name: 'find_rooms',
  description: 'Free rooms with enough seats.',
  input_schema: {
    type: 'object',
    properties: { seats: { type: 'number' }, day: { type: 'string' } },
    required: ['seats', 'day'],
  },
  execute: async ({ seats, day }) => ({ rooms: await freeRooms(seats, day) }),
})
