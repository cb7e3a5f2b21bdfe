import type { StoredClient } from "#main/store/clients/firm.ts";
import type { ClientInsight, InsightRow } from "#shared/contract/clients/client-insights.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs, localDay } from "#shared/kernel/instant.ts";
import type { ApiContext } from "./context.ts";
import { clientBooks } from "./period-facts.ts";

/** Windows paint first: what nobody waits for begins after that. */
const BEGIN_AFTER_MS = 400;

/**
 * Works out what the dashboard shows of mirrors: one after the other, small mirrors first, only what is
 * asked for and out of date, and never while a mirror is being read.
 */
export class ClientInsights {
  readonly #core: () => ApiContext;
  /** Clients to be worked out, each with how its close stood. */
  readonly #wanted = new Map<string, string>();
  #working = false;

  /** @param core the core that it is part of */
  constructor(core: () => ApiContext) {
    this.#core = core;
  }

  /** What is kept of every client, and how many of those asked for are still to be worked out. */
  async list(refresh: readonly string[]): Promise<{ rows: InsightRow[]; today: CalendarDate; waiting: number }> {
    const { pool, clock, engine, log } = this.#core();
    const today = localDay(clock.nowMs());
    const rows = await pool.must("firm.insights", {});
    const asked = new Set(refresh);
    const wanted = asked.size === 0 ? [] : (await pool.must("firm.clients", {})).filter(({ clientId }) => asked.has(clientId));
    const known = new Map(rows.map(({ clientId, insight }) => [clientId, insight]));
    const old = wanted
      .filter(({ clientId, rollup }) => isOld(known.get(clientId) ?? null, rollup, today))
      .filter(({ clientId }) => !isMoving(engine.snapshot(clientId)?.state))
      .sort((a, b) => (a.rollup?.documents ?? 0) - (b.rollup?.documents ?? 0));
    for (const { clientId, rollup } of old) this.#wanted.set(clientId, closeMarkOf(rollup));
    this.#work(today).catch((error: unknown) => log.error("insight.defect", error));
    return { rows, today, waiting: this.#wanted.size };
  }

  async #work(today: CalendarDate): Promise<void> {
    if (this.#working || this.#wanted.size === 0) return;
    this.#working = true;
    try {
      await this.#core().clock.sleep(BEGIN_AFTER_MS);
      for (let next = first(this.#wanted); next !== undefined; next = first(this.#wanted)) {
        this.#wanted.delete(next[0]);
        await this.#make(...next, today);
      }
    } finally {
      this.#working = false;
    }
  }

  async #make(clientId: string, closeMark: string, today: CalendarDate): Promise<void> {
    const { pool, clock, publish } = this.#core();
    const found = await clientBooks(this.#core(), clientId);
    if (!found.ok) return;
    const madeAt = instantFromMs(clock.nowMs());
    const made = await pool.perform("client.insight", { ...found.value.source, books: found.value.books, today });
    if (!made.ok) return;
    await pool.must("firm.saveInsight", { insight: { clientId, madeAt, closeMark, ...made.value } });
    publish("insights.changed", { clientIds: [clientId] });
  }
}

/** The mirror was read since, its close moved, or it is another day. A client that was never read has nothing to work out. */
function isOld(insight: ClientInsight | null, rollup: StoredClient["rollup"], today: CalendarDate): boolean {
  const asOf = rollup?.asOf ?? null;
  if (asOf === null) return false;
  return insight === null || insight.madeAt < asOf || insight.closeMark !== closeMarkOf(rollup) || insight.day !== today;
}

function closeMarkOf(rollup: StoredClient["rollup"]): string {
  const close = rollup?.close;
  return close === undefined ? "" : `${close.period} ${close.status} ${close.progress.done}`;
}

function isMoving(state: string | undefined): boolean {
  return state === "syncing" || state === "queued";
}

function first(wanted: ReadonlyMap<string, string>): readonly [string, string] | undefined {
  for (const entry of wanted) return entry;
  return undefined;
}
