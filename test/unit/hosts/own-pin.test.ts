import { afterEach, expect, it, vi } from "vitest";
import type { Router } from "#main/api/door.ts";
import { withPin } from "#main/hosts/node/commands/own-pin.ts";

const asked: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  asked.length = 0;
});

/** A core that wants the PIN 4827 before anything is signed. */
function core(): Router {
  let entered = false;
  return async (method, input) => {
    asked.push(method);
    if (method === "people.enterPin") entered = (input as { readonly pin: string }).pin === "4827";
    if (entered) return { ok: true, value: method };
    const isWrong = method === "people.enterPin";
    const message = isWrong ? "That PIN isn't right." : "This needs Rita's PIN.";
    return { ok: false, failure: { code: isWrong ? "invalid_input" : "not_allowed", message, field: "pin" } };
  };
}

it("a command enters the PIN that the environment has, where one is needed", async () => {
  vi.stubEnv("TIEOUT_PIN", "4827");
  expect(await withPin(core(), "close.sign", {})).toEqual({ ok: true, value: "close.sign" });
  expect(asked).toEqual(["close.sign", "people.enterPin", "close.sign"]);
});

it("a wrong one is tried once, and a missing one is named", async () => {
  vi.stubEnv("TIEOUT_PIN", "0000");
  expect(await withPin(core(), "close.sign", {})).toMatchObject({ failure: { message: "That PIN isn't right." } });
  expect(asked).toEqual(["close.sign", "people.enterPin"]);
  vi.stubEnv("TIEOUT_PIN", "");
  expect(await withPin(core(), "close.sign", {})).toMatchObject({
    failure: { code: "not_allowed", next: "Put it in the environment variable TIEOUT_PIN and run the command again." },
  });
});

it("without a need nothing is entered", async () => {
  vi.stubEnv("TIEOUT_PIN", "4827");
  const route: Router = async (method) => {
    asked.push(method);
    return { ok: false, failure: { code: "not_allowed", message: "Rita has the role viewer." } };
  };
  await withPin(route, "close.sign", {});
  expect(asked).toEqual(["close.sign"]);
});
