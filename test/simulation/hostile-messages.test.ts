import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "#main/operations/collection.ts";
import { reply } from "#shared/contract/reply.ts";
import { pick, seededRandom } from "#shared/kernel/random.ts";
import { type Known, learn, shapedInput } from "#test/support/shaped-input.ts";
import { seeds, trialsOf } from "#test/support/trials.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

/** What reaches beyond the data folder, waits for a person in a browser, or ends this world. */
const LEFT_OUT =
  /^(demo|shell|certificates|signIn)\.|^firm\.(create|join|upgrade|invite|leave)$|^people\.(use|change)$|^backups\.restore$|^sync\.pause$|^connections\.(signIn|disconnect)$/;
const ASKED = operations.filter(({ name }) => !LEFT_OUT.test(name));
const MESSAGES = 400;

test.for(seeds(trialsOf("messages")))("seed %i: no message, well-formed or not, makes Tieout fail or answer out of form", async (seed) => {
  const random = seededRandom(seed * 2_654_435_761 + 3);
  const defects: string[] = [];
  let asked = "";
  const note = (event: string, error: unknown) =>
    void defects.push(`${event} after ${asked}: ${error instanceof Error ? error.stack : JSON.stringify(error)}`);
  const world = await createWorld({
    seed,
    tenants: [{ style: pick(random, ["a", "b", "c"] as const), books: { months: 2, invoicesPerMonth: 4 } }],
    log: { info: () => undefined, warn: () => undefined, error: note },
  });
  const tenant = world.tenants[0] as Tenant;
  await tenant.sync();
  const known: Known = new Map([["clientId", [tenant.source.clientId]]]);
  const place = (name: string) => join(world.home, "..", name);
  for (const name of ["path", "folder", "to", "prior"]) known.set(name, ["one", "two.zip", "none/three"].map(place));
  const queries = ASKED.filter(({ kind }) => kind === "query");
  // Every question once: they tell the ids that acts need.
  for (let message = 0; message < queries.length + MESSAGES; message++) {
    const operation = queries[message] ?? pick(random, ASKED);
    const area = operation.name.split(".")[0] as string;
    const oddness = message < queries.length ? 0 : pick(random, [0, 0, 0.05, 0.3]);
    const input = onlyHere(shapedInput({ schema: operation.input, area, oddness }, known, random), known);
    asked = `${operation.name} ${JSON.stringify(input)?.slice(0, 2_000)}`;
    const answer = await world.run(world.runtime.route(operation.name, input));
    expect(reply.safeParse(answer).success, asked).toBe(true);
    if (!answer.ok) {
      if (answer.failure.code === "defect") defects.push(`${answer.failure.message} after ${asked}`);
      continue;
    }
    const parsed = operation.output.safeParse(answer.value);
    if (!parsed.success) defects.push(`an answer out of form after ${asked}: ${parsed.error.message}`);
    learn(known, area, answer.value);
    known.set("clientId", [tenant.source.clientId]);
  }
  expect(defects).toEqual([]);
  await world.close();
});

/** Paths stay in the world's own folder, whatever was drawn: a name alone would be a file of the project. */
function onlyHere(input: unknown, known: Known): unknown {
  if (typeof input !== "object" || input === null) return input;
  const here = { ...input } as Record<string, unknown>;
  for (const name of ["path", "folder", "to", "prior"])
    if (typeof here[name] === "string" && /[/\\]/.test(here[name]) && known.get(name)?.includes(here[name]) !== true) delete here[name];
  return here;
}
