import { randomUUID } from 'node:crypto'
import { flights, hotels, rates, reviews, visas, weather } from './data.mjs'
import { authorize, bearerOf, issueToken, requireToken } from './oauth.mjs'
import { lookUpPolicy } from './soap.mjs'

/** What the desk must send: the values of `loopengine.config.yml` and of the environment. */
export const keys = { bearer: 'travel-demo-token', apiKey: 'travel-demo-key' }

/** One answer: a status, a body, and headers when there are more than the usual. */
const ok = body => ({ status: 200, body })
const refused = (status, error, headers) => ({ status, body: { error }, headers })

export function createState() {
  return { bookings: new Map(), holds: new Map(), tokens: new Map(), codes: new Map(), weatherCalls: 0 }
}

/** Method and path to what answers: `:name` is a part of the path. Handlers get `{ params, query, body, headers, state }`. */
export const routes = {
  'GET /v1/hotels': ({ query }) => {
    const city = query.get('destination') ?? ''
    const nights = nightsBetween(query.get('checkin'), query.get('checkout'))
    const found = hotels.filter(hotel => hotel.city.toLowerCase() === city.toLowerCase())
    return ok({
      hotels: found.map(hotel => ({ ...hotel, total: nights === undefined ? undefined : hotel.price * nights })),
      total: found.length,
    })
  },
  'GET /v1/hotels/:id': ({ params }) => {
    const hotel = hotels.find(({ id }) => id === params.id)
    return hotel ? ok(hotel) : refused(404, `There is no hotel ${params.id}.`)
  },
  'GET /v1/hotels/:id/reviews': ({ params, query }) => {
    const all = reviews[params.id]
    return all
      ? ok({ reviews: all.slice(0, Number(query.get('limit') ?? 10)) })
      : refused(404, `There is no hotel ${params.id}.`)
  },
  'POST /v1/bookings': request => guarded(request, () => book(request, 'main')),
  'POST /v1/eu/bookings': request => guarded(request, () => book(request, 'eu')),
  'DELETE /v1/bookings/:id': request =>
    guarded(request, () => {
      const { params, state } = request
      return state.bookings.delete(params.id) ? { status: 204 } : refused(404, `There is no booking ${params.id}.`)
    }),
  'GET /v1/flights': ({ headers, query }) => {
    if (headers['x-travel-key'] !== keys.apiKey) return refused(401, 'The key is missing or wrong.')
    const wanted = flights.filter(
      ({ from, to, cabin }) =>
        from === query.get('from') && to === query.get('to') && cabin === (query.get('cabin') ?? 'economy'),
    )
    return ok({ flights: wanted.map(flight => ({ ...flight, date: query.get('date') })) })
  },
  'POST /v1/flights/holds': ({ headers, body, state }) => {
    if (headers['x-travel-key'] !== keys.apiKey) return refused(401, 'The key is missing or wrong.')
    const flight = flights.find(({ id }) => id === body.flight_id)
    if (!flight) return refused(404, `There is no flight ${body.flight_id}.`)
    const hold = { hold_id: `hold-${state.holds.size + 1}`, flight_id: flight.id, seats: Number(body.seats ?? 1) }
    state.holds.set(hold.hold_id, hold)
    return ok({ ...hold, price: flight.price * hold.seats, until: '18:00' })
  },
  // Every second call finds the service busy: what retries are for.
  'GET /v1/weather/:city': ({ params, state }) => {
    state.weatherCalls++
    if (state.weatherCalls % 2 === 1) return refused(503, 'Busy.', { 'retry-after': '0' })
    const now = weather[params.city]
    return now ? ok({ city: params.city, now }) : refused(404, `No weather for ${params.city}.`)
  },
  'POST /v1/fx': ({ body }) => {
    const rate = rates[body.to]
    if (rate === undefined) return refused(422, `There is no rate for ${body.to}.`)
    return ok({ amount_cents: Math.round(body.amount_cents * rate), rate })
  },
  'GET /v1/visas/:country': request =>
    requireToken(request, 'client', () => {
      const visa = visas[request.params.country]
      return visa ? ok(visa) : refused(404, `Nothing is known about ${request.params.country}.`)
    }),
  'GET /v1/me/trips': request =>
    requireToken(request, 'user', () =>
      ok({
        trips: [...request.state.bookings.values()].map(({ id, hotel_id, checkin }) => ({ id, hotel_id, checkin })),
      }),
    ),
  'PUT /v1/me/seat': ({ body }) => ok({ saved: true, seat: body.seat, for: body.traveller?.name ?? null }),
  'POST /v1/notes': ({ text }) => ok({ kept: text.length }),
  'POST /oauth/token': issueToken,
  'GET /oauth/authorize': authorize,
  'POST /soap/PolicyService': lookUpPolicy,
}

function guarded(request, answer) {
  return bearerOf(request) === keys.bearer ? answer() : refused(401, 'The token is missing or wrong.')
}

function book({ body, state }, region) {
  const hotel = hotels.find(({ id }) => id === body.hotel_id)
  if (!hotel) return refused(404, `There is no hotel ${body.hotel_id}.`)
  const nights = nightsBetween(body.checkin, body.checkout)
  if (nights === undefined || nights < 1) return refused(422, 'The stay must have at least one night.')
  const id = `BK-${randomUUID().slice(0, 8)}`
  const booking = { id, hotel_id: hotel.id, guest: body.guest, checkin: body.checkin, nights, region }
  state.bookings.set(id, booking)
  return { status: 201, body: { booking_id: id, hotel: hotel.name, nights, total: hotel.price * nights, region } }
}

function nightsBetween(checkin, checkout) {
  const nights = (Date.parse(checkout) - Date.parse(checkin)) / 86_400_000
  return Number.isFinite(nights) ? Math.round(nights) : undefined
}
