/** Rows of an invented firm of 200 clients, in the shape that the dashboard asks for, for pictures of it. */
const FIRST = ["Alder", "Beacon", "Cedar", "Dover", "Elm", "Foxglove", "Garnet", "Hollow", "Iris", "Jasper"];
const SECOND = ["Bakery", "Cycles", "Dental", "Engineering", "Foods", "Garage", "Hotel", "Interiors", "Joinery", "Kitchens"];
const LAST = ["& Co", "Limited"];
const CURRENCIES = ["GBP", "EUR", "USD", "NZD", "AUD"];
// Worst first, as the core sends them.
const STATES = [
  ["needs_sign_in", 2],
  ["failed", 3],
  ["incomplete", 4],
  ["offline", 2],
  ["queued", 22],
  ["syncing", 11],
  ["never_synced", 3],
  ["paused", 5],
  ["up_to_date", 148],
];
const WORST = { needs_sign_in: "needs_sign_in", failed: "failed", incomplete: "stale", offline: "stale", queued: "queued" };
const PROBLEMS = {
  needs_sign_in: "The ledger no longer accepts the token of this connection.",
  failed: "Ledger C refused a query: Invalid search query. Field custbody_region is not available to this role.",
  incomplete: "One stream has not been read to its end.",
  offline: "The ledger can not be reached (ETIMEDOUT).",
};

export function manyClients(now = new Date()) {
  const states = STATES.flatMap(([state, count]) => Array.from({ length: count }, () => state));
  return { rows: states.map((state, index) => row(state, index, now)), asOf: now.toISOString() };
}

function row(state, index, now) {
  const read = state !== "never_synced";
  const moving = state === "queued" || state === "syncing";
  const total = [19, 21, 25][index % 3];
  const ago = (minutes) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const count = (most) => (read ? (index * 7919 + 37) % most : 0);
  return {
    clientId: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    name: `${FIRST[index % 10]} ${SECOND[Math.floor(index / 10) % 10]} ${LAST[Math.floor(index / 100)]}`,
    demo: false,
    ledger: `Ledger ${"ABC"[index % 3]}`,
    organisation: null,
    baseCurrency: CURRENCIES[index % CURRENCIES.length],
    period: now.toISOString().slice(0, 7),
    state,
    asOf: read && !(moving && index % 4 === 0) ? ago(3 + ((index * 41) % (state === "up_to_date" ? 55 : 4000))) : null,
    queue: state === "queued" ? queue(index, now) : null,
    problem: PROBLEMS[state] ?? null,
    streamsDone: state === "up_to_date" ? total : read ? index % total : 0,
    streamsTotal: total,
    documents: count(48_000),
    parties: count(1_900),
    openReceivables: count(640),
    openPayables: count(480),
    findings: index % 9 === 0 ? count(12) : 0,
    removed: index % 11 === 0 ? count(5) : 0,
    lockedThrough: index % 5 === 0 ? null : "2026-09-30",
    tieOuts: null,
    rejections: 0,
    conflicts: 0,
    preparer: index % 3 === 0 ? "Anna Berg" : "Pat Lowe",
    reviewer: index % 4 === 0 ? null : "Root Okafor",
    worst: WORST[state] ?? "ok",
    rank: index,
  };
}

function queue(index, now) {
  const reason = ["minute", "day", "concurrency", "server_asked"][index % 4];
  const seconds = reason === "day" ? 30_000 : 4 + (index % 50);
  return { reason, position: index % 7, waiting: 1 + (index % 7), resumeAt: new Date(now.getTime() + seconds * 1000).toISOString() };
}
