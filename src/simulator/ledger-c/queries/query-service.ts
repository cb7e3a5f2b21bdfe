import type { SimRequest, SimResponse } from "../../types.ts";
import { errorResponse } from "../errors.ts";
import type { LedgerDatabase } from "../ledger-database.ts";
import type { LedgerCSettings } from "../options.ts";
import { isAnswer, pageResponse, readPaging } from "../paging.ts";
import { QueryRefusal } from "./query-refusal.ts";

/** Answers `POST query/v1/<segment>`: one page of a query's rows. */
export function answerQuery(database: LedgerDatabase, settings: LedgerCSettings, request: SimRequest, nowMs: number): SimResponse {
  if (request.method !== "POST") return errorResponse(405, "INVALID_METHOD", `Method ${request.method} is not allowed for this resource.`);
  if (!/(^|,)\s*transient\s*(,|$)/.test(request.headers.prefer ?? "")) {
    return errorResponse(400, "INVALID_HEADER", "The Prefer header must be set to 'transient'.", { "o:errorHeader": "Prefer" });
  }
  const text = readQueryText(request.body);
  if (text === null)
    return errorResponse(400, "INVALID_CONTENT", "Request body must be an object with a string 'q'.", { "o:errorPath": "q" });
  const paging = readPaging(request);
  if (isAnswer(paging)) return paging;
  if (paging.offset >= settings.rowCeiling) {
    return errorResponse(400, "INVALID_PARAMETER", `A query returns at most ${settings.rowCeiling} results.`, {
      "o:errorQueryParam": "offset",
    });
  }
  const hidden = settings.customsegmentVisible ? new Set<string>() : new Set(["customsegment"]);
  try {
    const page = database.query(text, paging.limit, paging.offset, nowMs, hidden);
    const address = `${settings.baseUrl}/services/rest/query/v1/${settings.querySegment}`;
    const items = page.rows.map((row) => ({ links: [], ...row }));
    return pageResponse(address, paging, page.total, items);
  } catch (cause) {
    return refusedQuery(cause);
  }
}

function readQueryText(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || !("q" in parsed)) return null;
    return typeof parsed.q === "string" && parsed.q.trim() !== "" ? parsed.q : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** The engine's own complaints in the ledger's words; anything else is a defect of the simulator. */
function refusedQuery(cause: unknown): SimResponse {
  if (!(cause instanceof Error)) throw cause;
  if (!(cause instanceof QueryRefusal) && cause.name !== "SqliteError") throw cause;
  const column = /no such column: "?([\w.]+)"?/.exec(cause.message)?.[1];
  const table = /no such table: (\w+)/.exec(cause.message)?.[1];
  const detail = column
    ? `Invalid search query. Detailed unprocessed description follows. Search error occurred: Unknown identifier '${column}'.`
    : table
      ? `Invalid search query. Detailed unprocessed description follows. Search error occurred: Record '${table}' was not found.`
      : `Invalid search query. Detailed unprocessed description follows. ${cause.message}`;
  return errorResponse(400, "INVALID_PARAMETER", detail, { "o:errorQueryParam": "q" });
}
