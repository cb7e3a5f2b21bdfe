import { resolve } from "node:path";
import { expect, it } from "vitest";
import { PathConsent } from "#main/hosts/electron/path-consent.ts";

it("asks about every place that a call names, once, and about no date", async () => {
  const asked: string[] = [];
  const places = new PathConsent(async ({ method, path }) => {
    asked.push(`${method} ${path}`);
    return false;
  });
  const place = resolve("/tmp/elsewhere");
  for (const name of ["path", "folder", "prior", "to"]) expect(await places.allows("data.export", { [name]: place })).toBe(false);
  expect(asked).toEqual(Array.from({ length: 4 }, () => `data.export ${place}`));
  expect(await places.allows("aging.list", { from: "2026-10-01", to: "2026-10-31" })).toBe(true);
  places.chosen(place);
  expect(await places.allows("data.export", { to: place })).toBe(true);
  expect(await places.allows("data.export", { path: "../elsewhere" })).toBe(false);
  expect(asked).toHaveLength(4);
});
