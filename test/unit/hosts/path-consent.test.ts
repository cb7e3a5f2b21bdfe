import { resolve } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { namedPlaces } from "#main/api/named-places.ts";
import { PathConsent } from "#main/hosts/electron/path-consent.ts";
import { findOperation, operations } from "#main/operations/collection.ts";

it("asks about every place that a call names, once, and about no date", async () => {
  const asked: string[] = [];
  const places = new PathConsent(async ({ method, path }) => {
    asked.push(`${method} ${path}`);
    return false;
  });
  const allows = (method: string, input: unknown) => places.allows(method, namedPlaces(method, input));
  const place = resolve("/tmp/elsewhere");
  expect(await allows("data.export", { to: place })).toBe(false);
  expect(await allows("packs.export", { folder: place })).toBe(false);
  expect(await allows("review.preview", { path: place })).toBe(false);
  expect(asked).toEqual([`data.export ${place}`, `packs.export ${place}`, `review.preview ${place}`]);
  expect(await allows("aging.list", { from: "2026-10-01", to: "2026-10-31" })).toBe(true);
  places.chosen(place);
  expect(await allows("data.export", { to: place })).toBe(true);
  expect(await allows("data.export", { to: "../elsewhere" })).toBe(false);
  expect(await allows("review.export", { path: "elsewhere.tieout" })).toBe(false);
  expect(asked).toHaveLength(3);
});

/** The part of JSON Schema that is read here. */
interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

/** Every text of an input that may be as long as a path or is named like one, with an input that holds one there. */
function likePaths(shape: Shape, name: string): { readonly name: string; readonly input: unknown }[] {
  if (shape.type === "string") return shape.maxLength === 4_096 || /path|folder|directory/i.test(name) ? [{ name, input: PATH }] : [];
  const within = Object.entries(shape.properties ?? {}).flatMap(([field, of]) =>
    likePaths(of, field).map((found) => ({ name: `${name}.${found.name}`, input: { [field]: found.input } })),
  );
  const entries = shape.items === undefined ? [] : likePaths(shape.items, name).map((found) => ({ ...found, input: [found.input] }));
  return [...within, ...entries, ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((one) => likePaths(one, name))];
}
const PATH = "/home/u/secret.zip";

const fields = operations.flatMap(({ name, input }) =>
  likePaths(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Shape, "").map((found) => ({ ...found, method: name })),
);

it.each(["pack.zip", "../pack.zip", "./pack.zip", "~/pack.zip", "C:pack.zip", "file:///pack.zip", ".", " /pack.zip"])(
  "no operation takes %j, which depends on the folder that the program is in",
  (relative) => {
    const wordsFor = (path: string) =>
      fields.map(({ method, name, input }) => {
        const given = JSON.parse(JSON.stringify(input).replaceAll(PATH, path)) as unknown;
        const issues = findOperation(method)?.input.safeParse(given).error?.issues ?? [];
        return [method + name, issues.filter((issue) => `.${issue.path.join(".")}` === name).map(({ message }) => message)];
      });
    expect(wordsFor(relative)).toEqual(fields.map(({ method, name }) => [method + name, ["use a full path"]]));
    expect(wordsFor(PATH)).toEqual(fields.map(({ method, name }) => [method + name, []]));
  },
);

it("knows each field of each operation that names a place", () => {
  expect(fields.map(({ method, name }) => `${method}${name}`).toSorted()).toEqual([
    "backups.create.path",
    "backups.restore.path",
    "data.export.to",
    "packs.export.folder",
    "review.export.path",
    "review.import.path",
    "review.preview.path",
  ]);
  for (const { method, input } of fields) expect([method, namedPlaces(method, input)]).toEqual([method, [PATH]]);
});
