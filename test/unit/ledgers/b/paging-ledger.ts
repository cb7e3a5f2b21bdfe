import type { LedgerRequest, LedgerResponse, LedgerStream, Position, StreamPage } from "#main/ledgers/adapter.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { type Answered, contextB, converse, decodeText, response } from "./support.ts";

export interface PagedRow {
  readonly id: number;
  second: number;
  version: number;
}

/** Just enough of a ledger to page over: rows in order of change time, ties in order of id. */
export class PagingLedger {
  rows: PagedRow[];
  readonly #offsetHours: number;

  constructor(seconds: readonly number[], offsetHours = 0) {
    this.rows = seconds.map((second, index) => ({ id: index + 1, second, version: 1 }));
    this.#offsetHours = offsetHours;
  }

  answer(request: LedgerRequest, entity: string): LedgerResponse {
    const query = request.query?.query ?? "";
    const since = /LastUpdatedTime >= '([^']+)'/.exec(query)?.[1];
    const start = Number(/STARTPOSITION (\d+)/.exec(query)?.[1]);
    const count = Number(/MAXRESULTS (\d+)/.exec(query)?.[1]);
    const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
    const sorted = this.rows.filter((row) => row.second * 1000 >= from).sort((a, b) => a.second - b.second || a.id - b.id);
    const page = sorted.slice(start - 1, start - 1 + count).map((row) => this.#record(row));
    return response({ QueryResponse: page.length === 0 ? {} : { [entity]: page, startPosition: start, maxResults: page.length } });
  }

  /** Times as the ledger writes them: whole seconds with the company's own offset. */
  #record(row: PagedRow) {
    const local = instantFromMs(row.second * 1000 + this.#offsetHours * 3_600_000).slice(0, 19);
    const sign = this.#offsetHours < 0 ? "-" : "+";
    const offset = `${sign}${String(Math.abs(this.#offsetHours)).padStart(2, "0")}:00`;
    return { Id: String(row.id), SyncToken: String(row.version), MetaData: { LastUpdatedTime: `${local}${offset}` } };
  }
}

export interface PassResult {
  readonly seen: ReadonlyMap<number, number>;
  readonly positions: readonly (Position | null)[];
  readonly queries: readonly string[];
  readonly watermark: string | undefined;
}

/** Runs a whole pass; `between` may change the ledger before each request but the first. */
export function runPass(
  ledger: PagingLedger,
  stream: LedgerStream,
  pageSize: number,
  since: string | null = null,
  between: (step: number) => void = () => undefined,
): PassResult {
  const context = contextB({ pageSize });
  const seen = new Map<number, number>();
  const positions: (Position | null)[] = [];
  const queries: string[] = [];
  let watermark: string | undefined;
  let position: Position | null = stream.start(since);
  for (let step = 0; position !== null; step++) {
    if (step > 5000) throw new Error("the pass does not end");
    if (step > 0) between(step);
    const { value, requests }: Answered<StreamPage> = converse(stream.readPage(context, position), (request) =>
      ledger.answer(request, stream.entityType),
    );
    queries.push(...requests.map((request) => request.query?.query ?? ""));
    for (const { bytes } of value.records) {
      const record = JSON.parse(decodeText(bytes)) as { Id: string; SyncToken: string };
      seen.set(Number(record.Id), Math.max(seen.get(Number(record.Id)) ?? 0, Number(record.SyncToken)));
    }
    if (value.watermark !== undefined && (watermark === undefined || value.watermark > watermark)) watermark = value.watermark;
    positions.push(value.next);
    // A stored position survives a restart only as JSON.
    position = value.next === null ? null : (JSON.parse(JSON.stringify(value.next)) as Position);
  }
  return { seen, positions, queries, watermark };
}
