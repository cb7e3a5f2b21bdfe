import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sealedFiles } from "#main/hosts/node/sealed-files.ts";
import { operations } from "#main/operations/collection.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { CARRIED_KINDS } from "#shared/model/close/decision-kinds.ts";
import type { ReviewBundle } from "#shared/model/close/review-bundle.ts";
import { ask } from "#test/support/ask.ts";
import { misshapen } from "#test/support/damage.ts";
import { type Known, learn, shapedInput } from "#test/support/shaped-input.ts";
import { seeds, trialsOf } from "#test/support/trials.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const PASSPHRASE = "four words are enough";
const BUNDLES = 10;
const DAY_MS = 86_400_000;
const sealed = sealedFiles({ N: 16_384, r: 8, p: 1 });
const ASKED = operations.filter(
  ({ name, kind, runs }) => kind === "query" && (runs === "reader" || /^(clients|close|review)\./.test(name)),
);

/** A decision of a kind about something that there is, with what its body should say or something else. */
function decision(random: Random, ids: readonly string[], nowMs: number) {
  const person = pick(random, ["Anna", "tester@world", "\u202eAnna", ""]);
  const body = misshapen(
    {
      ...{
        hash: hash("sha256", "x"),
        role: "preparer",
        note: "n",
        text: "t",
        why: "w",
        what: pick(random, ["item", "support", "policy", "files"]),
      },
      ...{ accountId: pick(random, ids), amount: "10.00", date: "2026-10-31", periodId: "month:2026-10", status: "explained", files: [] },
      ...{
        lineIds: [pick(random, ids)],
        recordIds: [pick(random, ids)],
        name: "rule",
        items: [],
        task: null,
        on: "2026-10-31",
        step: "clear",
      },
    },
    random,
    6,
  );
  return {
    kind: pick(random, CARRIED_KINDS),
    subject: [pick(random, ["month:2026-10", ...ids]), pick(random, ids), pick(random, ids)].slice(0, randomInt(random, 1, 3)).join("|"),
    body: JSON.stringify(random() < 0.8 ? body : pick(random, [null, 1, "x", [], {}])),
    ...{ person, madeMs: nowMs - randomInt(random, 0, 9) * DAY_MS, undoneMs: null, undoneBy: null },
  };
}

const EXTREME_TIMES = [0, 1, 8_640_000_000_000_000, 253_402_300_800_000, Number.MAX_SAFE_INTEGER];
const EXTREME_TEXTS = [
  "",
  " ",
  "9999-12-31",
  "2026-02-30",
  "-0.0000000001",
  "9".repeat(60),
  "\ud800",
  "\u202e",
  "__proto__",
  "|",
  "%",
  "null",
  "month:2026-10",
];

/** Any other text in these, and the whole bundle is refused at the door. */
const FIXED = new Set(["kind", "subjectKind", "hash", "body"]);

/** The same shape with some times and texts at the end of what its schema lets through. */
function extreme(value: unknown, random: Random): unknown {
  if (typeof value === "number") return random() < 0.1 ? pick(random, EXTREME_TIMES) : value;
  if (typeof value === "string") return random() < 0.05 ? pick(random, EXTREME_TEXTS) : value;
  if (Array.isArray(value)) return value.map((entry) => extreme(entry, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, FIXED.has(key) ? entry : extreme(entry, random)]));
}

/** What a signature was given on, under its own hash, but hardly what the kind was ever given on. */
function input(random: Random) {
  const text = pick(random, ["no JSON", "{}", "null", "[]", '{"version":1}', '{"period":"month:2026-10","figures":[]}']);
  return { hash: hash("sha256", text), text };
}

test.for(seeds(trialsOf("bundles")))(
  "seed %i: no review bundle, whatever its sealed text says, breaks a client that takes it over",
  async (seed) => {
    const random = seededRandom(seed * 2_654_435_761 + 5);
    const tenants = [{ style: "b" as const, books: { months: 2, invoicesPerMonth: 3 } }];
    const defects: string[] = [];
    let asked = "";
    const note = (event: string, error: unknown) =>
      void defects.push(`${event} after ${asked}: ${error instanceof Error ? error.stack : JSON.stringify(error)}`);
    const world = await createWorld({ seed: 93, tenants, log: { info: () => undefined, warn: () => undefined, error: note } });
    const tenant = world.tenants[0] as Tenant;
    await tenant.sync();
    const { clientId } = tenant.source;
    const known: Known = new Map([["clientId", [clientId]]]);
    for (const name of ["accounts.list", "documents.list"] as const) {
      const answer = await world.run(world.runtime.route(name, { clientId, filter: {}, limit: 20 }));
      if (answer.ok) learn(known, name, answer.value);
    }
    const ids = (known.get("id") ?? []).map(String);
    const first = join(world.home, "..", "first.tieout");
    await ask(world, "notes.add", {
      clientId,
      subject: { kind: "client", id: clientId, label: "Client", seen: null },
      text: "Hello",
    } as never);
    await ask(world, "review.export", { path: first, passphrase: PASSPHRASE });
    const text = await sealed.read(first, PASSPHRASE);
    if (!text.ok) throw new Error(text.failure.message);
    let taken = 0;
    for (let at = 0; at < BUNDLES; at++) {
      const bundle = JSON.parse(text.value) as ReviewBundle;
      const review = bundle.clients[0]?.review as ReviewBundle["clients"][number]["review"];
      review.decisions.push(...Array.from({ length: 40 }, () => decision(random, ids, world.clock.nowMs())));
      const life = { person: "Anna", madeMs: 1, changedMs: 2, removedMs: null, removedBy: null };
      const about = { subjectKind: "account" as const, subjectId: pick(random, ids), subjectLabel: null, seen: null };
      review.notes.push({ id: `note-${at}`, ...about, replyTo: null, text: "Why?", mentions: ["Anna"], ...life });
      review.tasks.push({
        id: `task-${at}`,
        ...about,
        title: "Ask",
        assignee: "Anna",
        due: "2026-11-30",
        ...life,
        doneMs: null,
        doneBy: null,
      });
      review.events.push({ itemId: `task-${at}`, what: "title", before: "Tell", after: "Ask", person: "Anna", atMs: 2 });
      review.inputs.push(...Array.from({ length: 3 }, () => input(random)));
      for (const { hash } of review.inputs)
        for (const kind of ["close_sign", "flux_sign", "reconciliation_sign"] as const)
          review.decisions.push({
            ...decision(random, ids, world.clock.nowMs()),
            ...{ kind, body: JSON.stringify({ hash, role: "preparer" }) },
            ...(random() < 0.7 ? { subject: `month:2026-10|${kind === "close_sign" ? "preparer" : pick(random, ids)}` } : {}),
          });
      // The first one is sound but for its contents, so that at least one is taken.
      const how = at === 0 ? 0.7 : random();
      if (how < 0.6) bundle.clients = bundle.clients.map((one) => ({ ...one, review: extreme(one.review, random) as typeof review }));
      const spoilt = how < 0.8 ? bundle : (misshapen(bundle, random) as ReviewBundle);
      const path = join(world.home, "..", "next.tieout");
      rmSync(path, { force: true });
      const written = at > 0 && random() < 0.15 ? "no JSON" : JSON.stringify(spoilt);
      await sealed.write(path, written, PASSPHRASE);
      asked = `a bundle ${written.slice(0, 500)}`;
      for (const name of ["review.preview", "review.import"] as const) {
        const answer = await world.run(world.runtime.route(name, { path, passphrase: PASSPHRASE }));
        if (!answer.ok && answer.failure.code === "defect") defects.push(`${name}: ${answer.failure.message}`);
        if (answer.ok && name === "review.import") taken++;
      }
      expect(defects).toEqual([]);
    }
    for (const operation of [...ASKED, ...ASKED]) {
      const question = shapedInput({ schema: operation.input, area: operation.name.split(".")[0] as string, oddness: 0 }, known, random);
      if (typeof question === "object" && question !== null && "clientId" in question) question.clientId = clientId;
      asked = `${operation.name} ${JSON.stringify(question)}`;
      const answer = await world.run(world.runtime.route(operation.name, question));
      if (answer.ok) learn(known, operation.name.split(".")[0] as string, answer.value);
      known.set("clientId", [clientId]);
    }
    expect(defects).toEqual([]);
    expect(taken).toBeGreaterThan(0);
    await world.close();
  },
);
