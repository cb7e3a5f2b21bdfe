import type { IdPage, LedgerRequest, LedgerResponse, PageParts, Position, ReadContext, StreamPage } from "#main/ledgers/adapter.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { PassKind } from "./held-page.ts";

/** A request of a page that is being read, and the number its answer is given with. */
export interface AskedRequest {
  readonly no: number;
  /** Counts the pages of a client in the order in which they were opened. */
  readonly pageNo: number;
  readonly request: LedgerRequest;
}

type AnyPage = StreamPage | IdPage;
type PageReader = Generator<LedgerRequest, AnyPage, LedgerResponse>;
type Chain = PageReader | PageParts["readers"][number];

/** A page between its first request and its commit. Its parts are read side by side. */
export class OpenPage {
  readonly pageNo: number;
  readonly kind: PassKind;
  readonly context: ReadContext;
  readonly fetchedAtMs: number;
  readonly #reader: PageReader;
  readonly #nextNo: () => number;
  /** What waits for an answer, by the request's number. */
  readonly #waiting = new Map<number, Chain>();
  #startedMs: number | null = null;
  #begun: AnyPage | null = null;

  constructor(
    page: { readonly pageNo: number; readonly kind: PassKind; readonly context: ReadContext; readonly fetchedAtMs: number },
    reader: PageReader,
    nextNo: () => number,
  ) {
    this.pageNo = page.pageNo;
    this.kind = page.kind;
    this.context = page.context;
    this.fetchedAtMs = page.fetchedAtMs;
    this.#reader = reader;
    this.#nextNo = nextNo;
  }

  /** The page's first requests. */
  start(): AskedRequest[] {
    return this.#advance(this.#reader, undefined);
  }

  /** What its answer to a request makes it ask next; undefined when it waits for no such answer. */
  answer(no: number, response: LedgerResponse): AskedRequest[] | undefined {
    const chain = this.#waiting.get(no);
    if (chain === undefined) return undefined;
    this.#waiting.delete(no);
    this.#startedMs ??= serverTime(response);
    return this.#advance(chain, response);
  }

  /** Where the next page starts; null at the end of the pass, undefined while that isn't known. */
  get next(): Position | null | undefined {
    return this.#begun === null ? undefined : this.#begun.next;
  }

  get isWhole(): boolean {
    return this.#begun !== null && this.#waiting.size === 0;
  }

  /** When the page's first answer arrived: requests of one page may be hours apart in the queue. */
  get startedMs(): number {
    return this.#startedMs ?? this.fetchedAtMs;
  }

  /** The page with all its records. */
  whole(): AnyPage {
    const page = this.#begun;
    assert(page !== null && this.isWhole, "only a page that was read completely is taken");
    if ("ids" in page || page.parts === undefined) return page;
    const { parts, ...rest } = page;
    return { ...rest, records: parts.records() };
  }

  #advance(chain: Chain, response: LedgerResponse | undefined): AskedRequest[] {
    const step = response === undefined ? chain.next() : chain.next(response);
    if (!step.done) {
      const no = this.#nextNo();
      this.#waiting.set(no, chain);
      return [{ no, pageNo: this.pageNo, request: step.value }];
    }
    // A part of a page ends without a value: what it read is with the page's other parts.
    if (step.value === undefined) return [];
    this.#begun = step.value;
    const parts = "ids" in step.value ? [] : (step.value.parts?.readers ?? []);
    return parts.flatMap((part) => this.#advance(part, undefined));
  }
}

/** The ledger's own clock where the answer has it, so that a wrong clock here can't open a gap. */
function serverTime(response: LedgerResponse): number | null {
  const date = Date.parse(response.headers.date ?? "");
  return Number.isNaN(date) ? null : date;
}
