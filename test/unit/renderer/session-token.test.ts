import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loopbackBridge } from "../../../src/renderer/api/bridge-loopback.ts";
import { openSession } from "../../../src/renderer/api/session-token.ts";

/** A tab that was opened with a one-time code, and what its requests are answered; null: nobody is there. */
const kept = new Map<string, string>();
const answers: ((path: string) => Response | null)[] = [];
const asked: string[] = [];

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  vi.stubGlobal("window", {
    addEventListener: () => undefined,
    location: { hash: "#code=once", pathname: "/" },
    history: { replaceState: () => undefined },
    sessionStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) },
  });
  vi.stubGlobal("fetch", async (path: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) => {
    asked.push(`${path} ${headers["X-Tieout-Token"] ?? ""}`.trim());
    const answer = answers.shift()?.(path) ?? null;
    if (answer === null) throw new TypeError("Failed to fetch");
    return answer;
  });
});

afterEach(() => {
  answers.length = 0;
  vi.unstubAllGlobals();
});

const token = () => Response.json({ ok: true, value: { token: "secret" } });
const done = () => Response.json({ ok: true, value: {} });

it("exchanges the code again when nobody answered, and goes on without a reload", async () => {
  answers.push(() => null, token, done, done);
  const bridge = loopbackBridge(openSession());
  await expect(bridge.invoke("clients.list", {})).rejects.toThrow("Failed to fetch");
  expect(await bridge.invoke("clients.list", {})).toEqual({ ok: true, value: {} });
  await bridge.invoke("clients.list", {});
  expect(asked).toEqual(["/api/session", "/api/session", "/api/invoke secret", "/api/invoke secret"]);
});

it("exchanges the code once for all that is asked at once", async () => {
  answers.push(token, done, done);
  const bridge = loopbackBridge(openSession());
  await Promise.all([bridge.invoke("clients.list", {}), bridge.invoke("close.board", {})]);
  expect(asked.filter((one) => one.startsWith("/api/session"))).toHaveLength(1);
});

it("doesn't ask again for a code that was refused", async () => {
  answers.push(
    () => new Response(null, { status: 403 }),
    () => new Response(null, { status: 401 }),
    () => new Response(null, { status: 401 }),
  );
  const bridge = loopbackBridge(openSession());
  for (let turn = 0; turn < 2; turn++) expect(await bridge.invoke("clients.list", {})).toMatchObject({ ok: false });
  expect(asked.filter((one) => one.startsWith("/api/session"))).toHaveLength(1);
});
