import type { Migration } from "#main/store/database/open.ts";
import { makeSeenFacts } from "#main/store/records/fact-tables.ts";

/** What each fact of the firm's own log said when it came. */
export const firmFactsSeen: Migration = { number: 10, name: "facts seen", up: makeSeenFacts };
