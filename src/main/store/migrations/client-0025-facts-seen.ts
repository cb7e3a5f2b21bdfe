import type { Migration } from "#main/store/database/open.ts";
import { makeSeenFacts } from "#main/store/records/fact-tables.ts";

/** What each fact of the client's log said when it came. */
export const clientFactsSeen: Migration = { number: 25, name: "facts seen", up: makeSeenFacts };
