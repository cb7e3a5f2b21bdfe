import { describe, expect, it } from "vitest";
import type { FirmGrants } from "#main/firm/grants.ts";
import type { Ports } from "#main/ports/index.ts";
import type { StoredFile } from "#main/runtime/connection-file.ts";
import { grantCheck } from "#main/runtime/safety/create-data-safety.ts";
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
});
