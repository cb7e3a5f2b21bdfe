import { expect, it } from "vitest";
import type { ApiContext } from "#main/api/context.ts";
import { createRouter } from "#main/api/router.ts";
import { operations } from "#main/operations/collection.ts";
import type { Operation } from "#main/operations/operation.ts";

const REFUSED = { code: "not_allowed", message: "This needs Rita's PIN.", field: "pin" } as const;

it("what counts as a signature is a decision, and so is a change of this list", () => {
  const asked = { status: "closed", sign: true };
  expect((operations as readonly Operation[]).flatMap(({ name, signs }) => (signs(asked) ? [name] : [])).sort()).toEqual([
    "approvals.set",
    "close.acceptTieOut",
    "close.dispose",
    "close.move",
    "close.override",
    "close.sign",
    "flux.explain",
    "flux.sign",
    "flux.signBelow",
    "flux.signMany",
    "packs.export",
    // It opens another person's name to a new PIN.
    "people.resetPin",
    "periods.set",
    "reconciliations.sign",
    "reconciliations.signAll",
    // It brings sign-offs in the names of others.
    "review.import",
  ]);
});

it("is refused at the door without the signer's PIN, but not on a computer that is one person's in its firm", async () => {
  const started: string[] = [];
  const route = (session: object | null) =>
    createRouter({
      people: { name: "Rita", role: "reviewer", signingRefusal: async () => REFUSED },
      firm: { session },
      packs: { start: ({ period }: { readonly period: string }) => ({ jobId: String(started.push(period)) }) },
      clock: { nowMs: () => 0 },
      log: { error: () => undefined, warn: () => undefined },
    } as unknown as ApiContext);
  const input = { clientId: "c", period: "2026-10" };
  expect(await route(null)("packs.export", input)).toEqual({ ok: false, failure: REFUSED });
  expect(started).toEqual([]);
  await route({})("packs.export", input);
  expect(started).toEqual(["2026-10"]);
  // Nobody signs the start of a close.
  expect(await route(null)("close.move", { ...input, status: "in_close" })).not.toMatchObject({ failure: REFUSED });
});

it("is saved in nobody's name when the user is switched while it is being made", async () => {
  let person = "Rita@desk";
  const saved: unknown[] = [];
  const pool = {
    must: async () => ({ name: "Client", discovered: { source: {}, discovery: {} } }),
    perform: async (_: string, message: unknown) => ({ ok: true, value: { ok: true, value: saved.push(message) } }),
  };
  const people = {
    ...{ name: "Rita", role: "reviewer", signingRefusal: async () => null },
    get pinEntered() {
      // Another window switches the user now.
      person = "Ben@desk";
      return true;
    },
  };
  const route = createRouter({
    ...{ people, pool, firm: { session: null }, clock: { nowMs: () => 0 }, log: { error: () => undefined, warn: () => undefined } },
    get person() {
      return person;
    },
  } as unknown as ApiContext);
  const answer = await route("reconciliations.signAll", { clientId: "c", period: "2026-10", accountIds: ["a"], role: "reviewer" });
  expect(answer).toMatchObject({ ok: false, failure: { code: "conflict" } });
  expect(saved).toEqual([]);
});
