import { appendFile, readFile } from 'node:fs/promises'

const bookings = new URL('../data/bookings.jsonl', import.meta.url)
const rooms = new URL('../data/rooms.csv', import.meta.url)

export interface Room {
  name: string
  seats: number
  price: number
}

export interface Booking {
  room: string
  day: string
  price: number
  office: string
}

/** The rooms with enough seats that nobody has booked for a day (`2026-03-02`). */
export async function freeRooms(seats: number, day: string): Promise<Room[]> {
  const taken = (await readBookings()).filter(booking => booking.day === day).map(({ room }) => room)
  return (await readRooms()).filter(room => room.seats >= seats && !taken.includes(room.name))
}

/** Keeps a booking; a room has one for a day. */
export async function book(booking: Booking): Promise<{ booking: string; room: string; price: number }> {
  const { room, day, price } = booking
  const earlier = await readBookings()
  if (earlier.some(other => other.room === room && other.day === day)) {
    throw new Error(`${room} is taken on ${day}.`)
  }
  await appendFile(bookings, `${JSON.stringify(booking)}\n`)
  return { booking: `B-${earlier.length + 1}`, room, price }
}

async function readBookings(): Promise<Booking[]> {
  const text = await readFile(bookings, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

async function readRooms(): Promise<Room[]> {
  const [, ...lines] = (await readFile(rooms, 'utf8')).trim().split('\n')
  return lines.map(line => {
    const [name = '', seats, price] = line.split(',')
    return { name, seats: Number(seats), price: Number(price) }
  })
}
