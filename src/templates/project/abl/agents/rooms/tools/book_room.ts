import { defineTool } from 'loopengine'
import { book } from '../../../lib/bookings.js'

/** Runs what rooms.tools.abl declares: `price` and `office` come from the project, not from the model. */
export const bookRoom = defineTool({
  name: 'book_room',
  description: 'Book a room.',
  input_schema: {
    type: 'object',
    properties: {
      room: { type: 'string' },
      day: { type: 'string' },
      price: { type: 'number' },
      office: { type: 'string' },
    },
    required: ['room', 'day', 'price', 'office'],
  },
  execute: ({ room, day, price, office }) => book({ room, day, price, office }),
})
