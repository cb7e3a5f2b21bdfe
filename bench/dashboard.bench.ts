import { copyFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { dashboardRow } from "#main/features/clients/dashboard-row.ts";
import { clientFigures } from "#main/store/accounts/client-figures.ts";
import * as firm from "#main/store/clients/firm.ts";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type Line, p95, spreadOf } from "./support/figure.ts";
import { ledgerAPages } from "./support/ledger-a-pages.ts";
import { backfill, bytesOnDisk, clientSetup, closeMirror, inScratch, NOW_MS, openMirror } from "./support/mirror.ts";

const CLIENTS = 300;
const TURNS = 20;
const DAY = { nowMs: NOW_MS, today: calendarDate("2026-11-20") };

/** P11: the dashboard's data from the firm's own file, against opening every client's file. */
export async function runDashboardBench({ rounds }: { readonly rounds: number }): Promise<Line[]> {
  return inScratch((home) => {
    const clientIds = makeFirm(home);
    const db = openFirmFile(home, { readonly: true });
    const writable = openFirmFile(home);
    const ask = { ours: [] as number[], files: [] as number[], refresh: [] as number[], compute: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      const ours = times(TURNS, () => void dashboard(db));
      const files = times(2, () => clientIds.forEach((clientId) => void openedFigures(home, clientId)));
      const refresh = times(TURNS, (turn) => firm.saveRollup(writable, clientIds[turn] as string, rollupOf(turn), NOW_MS));
      const compute = times(TURNS, (turn) => void openedFigures(home, clientIds[turn] as string));
      if (round === 0) continue;
      ask.ours.push(p95(ours));
      ask.files.push(p95(files));
      ask.refresh.push(p95(refresh));
      ask.compute.push(p95(compute));
    }
    db.close();
    writable.close();
    return [
      {
        id: "P11",
        what: `dashboard of ${CLIENTS} clients, p95 / open ${CLIENTS} warm files`,
        ours: spreadOf(ask.ours),
        baseline: spreadOf(ask.files),
        unit: "ms",
        ratio: "gain",
        goals: [
          { of: "ours", sense: "≤", value: 8 },
          { of: "ratio", sense: "≥", value: 12 },
        ],
      },
      {
        id: "P11",
        what: "one client's figures replaced, p95 / its file opened and counted",
        ours: spreadOf(ask.refresh),
        baseline: spreadOf(ask.compute),
        unit: "ms",
        ratio: "gain",
        goals: [{ of: "ours", sense: "≤", value: 1 }],
      },
    ];
  });
}

/** What crosses to the renderer: rows worst first, cloned as the message channel clones them. */
function dashboard(db: Sqlite): unknown {
  const rows = structuredClone(firm.listClients(db)).map((client) => dashboardRow(client, null, DAY));
  rows.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name));
  return structuredClone(rows);
}

function openedFigures(home: string, clientId: string): unknown {
  const db = openClientFile(home, clientId, { readonly: true });
  const figures = clientFigures(db);
  db.close();
  return figures;
}

/** A registry of clients that all have a small mirror: copies of one with a thousand documents. */
function makeFirm(home: string): string[] {
  const model = openMirror(home, "model");
  backfill(model, ledgerAPages(1_000));
  model.db.prepare("DELETE FROM meta WHERE key = 'client_id'").run();
  bytesOnDisk(model.db);
  closeMirror(model);
  const db = openFirmFile(home);
  const clientIds = Array.from({ length: CLIENTS }, (_, at) => `client-${at}`);
  for (const [at, clientId] of clientIds.entries()) {
    const { discovery, system, tenantId } = clientSetup(clientId);
    copyFileSync(clientFilePath(home, "model"), clientFilePath(home, clientId));
    firm.addClient(db, { clientId, name: `Client ${at} Trading Limited`, demo: false, nowMs: NOW_MS });
    firm.saveConnection(db, { connectionId: clientId, clientId, system, tenantId, body: "{}", nowMs: NOW_MS });
    firm.saveDiscovery(db, clientId, withManyValues(discovery), NOW_MS);
    firm.saveRollup(db, clientId, rollupOf(at), NOW_MS);
  }
  db.close();
  return clientIds;
}

/** Dimensions with many values are the bulk of a real discovery. */
function withManyValues(discovery: ReturnType<typeof clientSetup>["discovery"]): typeof discovery {
  const values = Array.from({ length: 60 }, (_, at) => ({ id: `value-${at}`, name: `Department ${at}`, active: true }));
  const dimensions = discovery.capabilities.dimensions.map((dimension) => ({ ...dimension, values }));
  return { ...discovery, capabilities: { ...discovery.capabilities, dimensions } };
}

function rollupOf(at: number): firm.Rollup {
  return {
    documents: 1_000 + at,
    parties: 500,
    openReceivables: 90 + at,
    openPayables: 40,
    findings: at % 5,
    removed: 0,
    lockedThrough: "2026-09-30",
    state: at % 7 === 0 ? "incomplete" : "up_to_date",
    asOf: "2026-11-20T08:59:00.000Z" as firm.Rollup["asOf"],
    problem: null,
    streamsDone: 18,
    streamsTotal: 18,
  };
}

function times(count: number, work: (turn: number) => void): number[] {
  return Array.from({ length: count }, (_, turn) => {
    const began = performance.now();
    work(turn);
    return performance.now() - began;
  });
}
