import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readProfile } from "#main/ledgers/profile.ts";
import { fillProfile } from "#main/runtime/sign-in/ledger-choices.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "resources", "profiles");
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const jsonOf = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
const profileOf = (file: string) => {
  const profile = readProfile(jsonOf(file));
  if (!profile.ok) throw new Error(`${file}: ${profile.failure.message}`);
  return profile.value;
};

describe("profiles as data", () => {
  test.each(files)("%s fits the schema and is named after its file", (file) => {
    expect(`${profileOf(file).name}.json`).toBe(file);
  });

  test("names are unique, and there is one per vendor besides neutral", () => {
    const names = files.map((file) => profileOf(file).name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(4);
    const ledgers = files.filter((file) => file !== "neutral.json").map((file) => profileOf(file).forPeople.ledger);
    expect(ledgers.sort()).toEqual(["Ledger A", "Ledger B", "Ledger C"]);
  });

  test("neutral holds the specification's words and no others", () => {
    expect(jsonOf("neutral.json")).toEqual({ name: "neutral" });
    const { a, c, oauth } = profileOf("neutral.json");
    expect([a.tenantHeader, c.queryPath, oauth.scopes]).toEqual(["Ledger-Tenant-Id", "/query/v1/query_language", []]);
  });

  test("no profile asks for journals unless a person chose it; addresses are https", () => {
    for (const file of files) {
      const { oauth, forPeople } = profileOf(file);
      expect(oauth.scopes.filter((scope) => scope.includes("journals.read"))).toEqual([]);
      const addresses = [oauth.authorizeUrl, oauth.tokenUrl, oauth.revokeUrl, forPeople.baseUrl].filter((url) => url !== undefined);
      expect(addresses.filter((url) => !url.startsWith("https://"))).toEqual([]);
    }
  });

  test("every vendor's profile says how to sign in, with usable addresses of the vendor's own", () => {
    for (const file of files.filter((name) => name !== "neutral.json")) {
      const filled = fillProfile(profileOf(file), "1234567-sb1");
      if (!filled.ok) throw new Error(filled.failure.message);
      const { baseUrl, authorizeUrl, tokenUrl, revokeUrl, tenantsUrl, profile } = filled.value;
      const addresses = [baseUrl, authorizeUrl, tokenUrl, revokeUrl, tenantsUrl].filter((address) => address !== undefined);
      const sites = addresses.map((address) => new URL(address).hostname.split(".").slice(-2).join("."));
      expect([file, new Set(sites).size]).toEqual([file, 1]);
      expect(profile.oauth.scopes.length).toBeGreaterThan(0);
    }
    expect(fillProfile(profileOf("neutral.json"), "")).toMatchObject({ ok: false, failure: { field: "profile" } });
  });

  test.each([
    [{ name: "x", surprise: 1 }, "surprise"],
    [{ name: "x", a: { tenantHeadr: "y" } }, "a.tenantHeadr"],
    [{ name: "x", oauth: { scopes: "all" } }, "oauth.scopes"],
    [{}, "name"],
  ])("a wrong key is named: %j", (json, field) => {
    const read = readProfile(json);
    expect(read.ok ? null : read.failure.field).toBe(field);
  });

  test("a file that is no profile at all is named once", () => {
    const message = expect.stringMatching(/^The profile[: ]/);
    expect(readProfile([])).toMatchObject({ ok: false, failure: { message, field: "profile" } });
    expect(readProfile({ name: 5 })).toMatchObject({ failure: { message: expect.stringMatching(/^name in the profile[: ]/) } });
  });
});
