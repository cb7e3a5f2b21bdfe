import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendFacts, readFacts } from "#main/store/server/fact-log.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Fact } from "#shared/model/firm/fact.ts";
import { type JoinedMachine, must, serverFirm } from "#test/support/server-firm.ts";

const CLIENT = "birch";
const [WRITERS, TURNS] = [5, 12];

describe("a log that several machines write at once", () => {
  let firm: Awaited<ReturnType<typeof serverFirm>>;
  const machines: JoinedMachine[] = [];
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const note = (person: string): Fact => {
    const body = JSON.stringify({ id: randomUUID(), text: "Seen.", person: `${person}@lab` });
    return { factId: randomUUID(), kind: "note", source: "own", body };
  };

  beforeAll(async () => {
    firm = await serverFirm([CLIENT]);
    for (let at = 0; at < WRITERS; at++) machines.push(await firm.join(`Writer ${at}`, "preparer"));
  });
  afterAll(() => firm.end());

  it("is read without a gap while transactions overlap, wait and roll back", async () => {
    const random = seededRandom(7);
    const sent: string[] = [];
    let writing = true;
    const read: string[] = [];
    const reader = async () => {
      for (let position = 0; ; ) {
        const isLast = !writing;
        const facts = must(await firm.admin.server.read((db) => readFacts(db, CLIENT, position, 100)));
        for (const { factNo, factId } of facts) {
          expect(factNo).toBe(position + 1);
          position = factNo;
          read.push(factId);
        }
        if (isLast && facts.length === 0) return;
      }
    };
    const writer = async ({ server, person }: JoinedMachine) => {
      for (let turn = 0; turn < TURNS; turn++) {
        const facts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => note(person));
        const rollsBack = random() < 0.25;
        const pauseMs = random() * 15;
        const done = await server.transaction(async (tx) => {
          await appendFacts(tx, CLIENT, facts);
          await wait(pauseMs);
          return rollsBack ? fail({ code: "cancelled", message: "on purpose" }) : ok(null);
        });
        if (done.ok) sent.push(...facts.map(({ factId }) => factId));
      }
    };
    const reading = reader();
    await Promise.all(machines.map(writer));
    writing = false;
    await reading;
    expect(sent.length).toBeGreaterThan(WRITERS * TURNS * 0.5);
    expect([...read].sort()).toEqual([...sent].sort());
  });

  it("gives the smaller number to the machine that began first, however long it takes to commit", async () => {
    const [first, second] = machines as [JoinedMachine, JoinedMachine];
    const [slow, quick] = [note(first.person), note(second.person)];
    const before = must(await firm.admin.server.read((db) => readFacts(db, CLIENT, 0, 10_000))).length;
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const isDone = { quick: false };
    const slowly = first.server.transaction(async (tx) => {
      await appendFacts(tx, CLIENT, [slow]);
      begun.resolve();
      await release.promise;
      return ok(null);
    });
    await begun.promise;
    const quickly = second.server
      .transaction(async (tx) => ok(await appendFacts(tx, CLIENT, [quick])))
      .then(() => {
        isDone.quick = true;
      });
    await wait(200);
    expect(isDone.quick).toBe(false);
    expect(must(await firm.admin.server.read((db) => readFacts(db, CLIENT, before, 10)))).toEqual([]);
    release.resolve();
    await Promise.all([slowly, quickly]);
    const after = must(await firm.admin.server.read((db) => readFacts(db, CLIENT, before, 10)));
    expect(after.map(({ factId }) => factId)).toEqual([slow.factId, quick.factId]);
  });

  it("has a fact once that was sent again after a lost answer", async () => {
    const [{ server, person }] = machines as [JoinedMachine];
    const fact = note(person);
    for (let time = 0; time < 2; time++) must(await server.transaction(async (tx) => ok(await appendFacts(tx, CLIENT, [fact]))));
    const all = must(await firm.admin.server.read((db) => readFacts(db, CLIENT, 0, 10_000)));
    expect(all.filter(({ factId }) => factId === fact.factId)).toHaveLength(1);
    expect(all.map(({ factNo }) => factNo)).toEqual(all.map((_, at) => at + 1));
  });
});
