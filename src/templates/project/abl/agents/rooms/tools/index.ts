import type { ToolDefinition } from 'loopengine'
import { bookRoom } from './book_room.js'
import { findRooms } from './find_rooms.js'

export const tools: ToolDefinition[] = [findRooms, bookRoom]
