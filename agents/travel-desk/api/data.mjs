// The world that the travel API knows. Prices are per night or per seat, in EUR.

export const hotels = [
  {
    id: 'htl-11',
    name: 'Hotel Miramar',
    city: 'Lisbon',
    price: 120,
    rating: 4.4,
    description: 'By the river, breakfast until noon, rooms to the inner court are quiet.',
  },
  {
    id: 'htl-12',
    name: 'Casa do Largo',
    city: 'Lisbon',
    price: 84,
    rating: 4.1,
    description: 'Twelve rooms on a small square in Alfama. No lift.',
  },
  {
    id: 'htl-21',
    name: 'Gasthof Krone',
    city: 'Vienna',
    price: 97,
    rating: 4.0,
    description: 'Near the west station, with a garden and a tram at the door.',
  },
  {
    id: 'htl-22',
    name: 'Ringhotel',
    city: 'Vienna',
    price: 189,
    rating: 4.7,
    description: 'On the Ring, opposite the opera; a pool under the roof.',
  },
  {
    id: 'htl-31',
    name: 'Harbour Rooms',
    city: 'Oslo',
    price: 143,
    rating: 4.3,
    description: 'Wooden house at the fjord, sauna and a boat for guests.',
  },
]

export const reviews = {
  'htl-11': ['Quiet and bright.', 'The breakfast alone is worth it.', 'Warm welcome at midnight.'],
  'htl-12': ['Charming, but many stairs.', 'Fado next door until two.'],
  'htl-21': ['Clean and friendly.', 'The garden is lovely.'],
  'htl-22': ['Worth every cent.', 'The pool closes at nine.'],
  'htl-31': ['The sauna!', 'Windy and wonderful.'],
}

export const flights = [
  { id: 'fl-101', from: 'BER', to: 'LIS', price: 129, departs: '07:40', cabin: 'economy' },
  { id: 'fl-102', from: 'BER', to: 'LIS', price: 412, departs: '11:15', cabin: 'business' },
  { id: 'fl-201', from: 'BER', to: 'VIE', price: 89, departs: '09:05', cabin: 'economy' },
  { id: 'fl-301', from: 'BER', to: 'OSL', price: 119, departs: '16:30', cabin: 'economy' },
]

export const weather = { Lisbon: 'sunny, 19 degrees', Vienna: 'cloudy, 7 degrees', Oslo: 'snow, -4 degrees' }

/** Of one EUR. */
export const rates = { USD: 1.08, GBP: 0.85, NOK: 11.6 }

export const visas = {
  PT: { needed: false, note: 'Schengen: no visa for EU citizens.' },
  AT: { needed: false, note: 'Schengen: no visa for EU citizens.' },
  NO: { needed: false, note: 'Schengen: no visa for EU citizens.' },
  US: { needed: true, note: 'An ESTA must be asked for 72 hours before.' },
}

export const policies = {
  'TP-2001': { holder: 'A. Novak', status: 'active', covers: 'cancellation, baggage' },
  'TP-2002': { holder: 'R. Lind', status: 'lapsed', covers: 'baggage' },
}
