/** What packs and the terminal call each series of spend, as the window does: to a bookkeeper, "accrued" is what isn't billed yet. */
export const SPEND_TITLES = {
  accrued: "Billed",
  booked: "Spent without a bill",
  committed: "On order",
} as const;
