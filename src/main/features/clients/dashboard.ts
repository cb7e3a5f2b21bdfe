import type { ApiContext } from "#main/api/context.ts";
import type { Notice } from "#shared/contract/app/notices.ts";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { type Instant, localDay } from "#shared/kernel/instant.ts";
import { dashboardRow } from "./dashboard-row.ts";
import type { ClientWorkload } from "./worst-first.ts";

/** Every client's row: what is stored, what is live, the writes that wait there for a person, and how late its close is. */
export async function dashboardRows({ pool, clock, engine, notices, closeTemplates }: ApiContext): Promise<ClientRow[]> {
  const clients = await pool.must("firm.clients", {});
  const nowMs = clock.nowMs();
  const day = { nowMs, today: localDay(nowMs) };
  const board = await pool.perform("firm.closeBoard", { today: day.today, holidays: [...(closeTemplates?.[0]?.holidays ?? [])] });
  const closes = new Map((board.ok ? board.value : []).map(({ clientId, daysLate }, closePlace) => [clientId, { daysLate, closePlace }]));
  const writes = Map.groupBy(
    (await notices.list()).filter(({ kind }) => kind === "write"),
    ({ clientId }) => clientId,
  );
  const assigned = await pool.must("firm.assigned", {});
  const whose = new Map(assigned.map(({ clientId, role, person }) => [`${role}/${clientId}`, person]));
  return clients.map((client) => {
    const { clientId } = client;
    return dashboardRow(client, engine.snapshot(clientId), day, {
      ...writesOf(writes.get(clientId) ?? []),
      ...(closes.get(clientId) ?? { daysLate: 0, closePlace: 0 }),
      ...{ preparer: whose.get(`preparer/${clientId}`) ?? null, reviewer: whose.get(`reviewer/${clientId}`) ?? null },
    });
  });
}

/** How many of a client's writes wait for a person, by what happened to them: the key of each notice ends with it. */
function writesOf(notices: readonly Pick<Notice, "key">[]): Pick<ClientWorkload, "writesToReview" | "writeProblems" | "conflicts"> {
  const of = (what: string): number => notices.filter(({ key }) => key.endsWith(`/${what}`)).length;
  const conflicts = of("conflict");
  return {
    conflicts,
    writesToReview: notices.length - conflicts,
    writeProblems: {
      rejected: of("rejected"),
      partial: of("partial"),
      unknown: of("unknown"),
      different: of("posted-differently"),
    },
  };
}

/** What the whole list is true for: the oldest as-of among the clients that were read. */
export function oldestReading(rows: readonly ClientRow[]): Instant | null {
  let found: Instant | null = null;
  for (const row of rows) if (row.asOf !== null && (found === null || row.asOf < found)) found = row.asOf;
  return found;
}
