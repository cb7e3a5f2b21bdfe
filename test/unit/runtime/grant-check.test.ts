import { describe, expect, it } from "vitest";
import type { FirmGrants } from "#main/firm/grants.ts";
import type { Command } from "#main/hosts/node/commands/command.ts";
import { backupCommands } from "#main/hosts/node/commands/verbs/backup.ts";
import type { Ports } from "#main/ports/index.ts";
import type { StoredFile } from "#main/runtime/connection-file.ts";
import { grantCheck } from "#main/runtime/safety/create-data-safety.ts";
import { DataSafety } from "#main/runtime/safety/data-safety.ts";
import { refreshTokenName } from "#main/signin/token-store.ts";
import { fail, ok } from "#shared/kernel/result.ts";

const BROWSER = { auth: { type: "oauth2_authorization_code" }, held: { grant: "g" } } as unknown as StoredFile;
const CERTIFICATE = { auth: { type: "oauth2_client_credentials" } } as unknown as StoredFile;

/** Asks for a connection whose token is only at these places. */
function has(file: StoredFile, places: { keychain?: boolean; server?: Awaited<ReturnType<FirmGrants["read"]>> }): Promise<boolean> {
  const get = async (name: string) => (places.keychain === true && name === refreshTokenName("g", "b") ? "token" : null);
  const ports = { secrets: { get } } as unknown as Ports;
  const { server } = places;
  return grantCheck(ports, () => (server === undefined ? null : { read: async () => server }))("connection", file);
}

describe("what a restored connection needs to go on", () => {
  it("is in this computer's keychain where the firm has no server", async () => {
    expect(await has(BROWSER, { keychain: true })).toBe(true);
    expect(await has(BROWSER, {})).toBe(false);
    expect(await has(CERTIFICATE, {})).toBe(true);
  });

  it("is at the firm's server, also while that can't be reached or hasn't shared it with this computer yet", async () => {
    expect(await has(BROWSER, { server: ok({ generation: 3, token: "token" }) })).toBe(true);
    expect(await has(BROWSER, { server: fail({ code: "server_unreachable", message: "away" }) })).toBe(true);
    expect(await has(BROWSER, { server: fail({ code: "secret_missing", message: "not shared" }) })).toBe(true);
    expect(await has(BROWSER, { server: ok(null) })).toBe(false);
    expect(await has(BROWSER, { server: ok(null), keychain: true })).toBe(true);
  });

  it("is a sign-in only where a person can sign in, and otherwise a new refresh token in its variable", async () => {
    const auths = { birch: BROWSER.auth, cedar: { type: "oauth2_refresh", refreshTokenEnv: "CEDAR_REFRESH" }, elm: CERTIFICATE.auth };
    const clients = Object.keys(auths).map((clientId) => ({ clientId, name: clientId.toUpperCase() }));
    const connections = Object.entries(auths).map(([clientId, auth]) => ({
      connectionId: clientId,
      clientId,
      body: JSON.stringify({ auth }),
    }));
    const prepared = ok({ createdAt: "2026-11-21T09:00:00.000Z", clients, connections, kept: "kept/1" });
    const pool = { watchDamage: () => undefined, must: async () => [], perform: async () => ok(prepared) };
    const ports = { clock: { nowMs: () => 0 }, secrets: { get: async () => null } };
    const safety = new DataSafety({ pool, ports, hasGrant: grantCheck(ports as never, () => null) } as never);
    const restore = backupCommands.find(({ verb }) => verb === "restore") as Command;
    const said: string[] = [];
    const run = {
      door: { route: (_name: string, { path }: { readonly path: string }) => safety.restore(path) },
      finishRestore: async () => "kept/1",
      options: { from: "firm.tieout" },
      output: { result: (_value: unknown, lines: readonly string[]) => said.push(...lines) },
    };
    expect(await restore.run(run as never)).toBe(0);
    expect(said.slice(2)).toEqual([
      "BIRCH needs a new sign-in: tieout connection sign-in --client birch",
      "CEDAR needs a new refresh token: set the environment variable CEDAR_REFRESH to it before the next sync.",
    ]);
  });
});
