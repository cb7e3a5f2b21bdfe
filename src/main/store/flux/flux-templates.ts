import { z } from "zod";
import { readSetting, saveSetting } from "#main/store/clients/firm-settings.ts";
import { type NotedChange, noteChanges } from "#main/store/clients/setting-changes.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { type Act, notFound } from "#main/store/work/own-decisions.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type FluxTemplate, type SavedFluxTemplate, savedFluxTemplate } from "#shared/model/reports/flux-template.ts";

const KEY = "flux/templates";
const TEMPLATES_MAX = 100;

/** What a firm begins with; it edits and removes them like its own. */
const FIRST: readonly FluxTemplate[] = [
  {
    name: "Timing",
    text: "{account} {direction} by {amount} ({percent}) compared with {comparison}. Timing difference that reverses next month.",
  },
  { name: "Volume", text: "{account} {direction} by {amount} ({percent}) compared with {comparison}, in line with the month's activity." },
  { name: "Price change", text: "{account} {direction} by {amount} ({percent}) compared with {comparison} because prices changed." },
  { name: "One-off", text: "One-off item: {account} {direction} by {amount} compared with {comparison}." },
];

/** A template with the change that saved or removed it. */
export type ChangedTemplate = SavedFluxTemplate & { readonly changeIds: string[] };

/** The firm's texts for explanations, in the order they were added. */
export function listTemplates(firm: Sqlite): SavedFluxTemplate[] {
  const stored = readSetting(firm, KEY);
  return stored === null ? FIRST.map((one) => ({ ...one, person: null, at: null })) : z.array(savedFluxTemplate).parse(stored);
}

/** Saves a template; one of the same name is replaced, and with `replaces` the one of that name, which may get another name so. */
export function saveTemplate(
  firm: Sqlite,
  { name, text, replaces, person, nowMs }: Act & FluxTemplate & { readonly replaces?: string | undefined },
): Result<ChangedTemplate, Failure> {
  const before = listTemplates(firm);
  const at = before.findIndex((one) => isSame(one.name, replaces ?? name));
  if (replaces !== undefined && at < 0) return fail(notFound(`No template is called ${replaces}.`, "replaces"));
  if (before.some((one, index) => index !== at && isSame(one.name, name)))
    return fail({
      code: "already_exists",
      message: `There's already a template named ${name}.`,
      field: "name",
      next: "Choose another name.",
    });
  if (at < 0 && before.length >= TEMPLATES_MAX)
    return fail({
      code: "invalid_input",
      message: `A firm can have up to ${TEMPLATES_MAX} templates.`,
      field: "name",
      next: "Remove one first.",
    });
  const saved = { name, text, person, at: instantFromMs(nowMs) };
  saveSetting(firm, KEY, at < 0 ? [...before, saved] : before.with(at, saved));
  const change = { kind: "flux_template", subject: name, before: before[at] ?? null, after: saved } as const;
  return ok({ ...saved, changeIds: noteChanges(firm, [change], { person, nowMs }) });
}

/** Removes a template. Explanations written with it stay as they are. */
export function removeTemplate(firm: Sqlite, { name, person, nowMs }: Act & { readonly name: string }): Result<ChangedTemplate, Failure> {
  const before = listTemplates(firm);
  const found = before.find((one) => isSame(one.name, name));
  if (found === undefined) return fail(notFound(`No template is called ${name}.`, "name"));
  saveSetting(
    firm,
    KEY,
    before.filter((one) => one !== found),
  );
  const change = { kind: "flux_template", subject: found.name, before: found, after: null } as const;
  return ok({ ...found, changeIds: noteChanges(firm, [change], { person, nowMs }) });
}

/**
 * Puts back what a change replaced or removed, and removes what it added.
 * @returns false, with nothing changed, when the template was changed again since
 */
export function undoTemplate(firm: Sqlite, { before, after }: Pick<NotedChange, "before" | "after">): boolean {
  const templates = listTemplates(firm);
  const [was, became] = [savedFluxTemplate.nullable().parse(before), savedFluxTemplate.nullable().parse(after)];
  const at = templates.findIndex((one) => JSON.stringify(one) === JSON.stringify(became));
  const rivals = was === null ? [] : templates.filter((one, index) => index !== at && isSame(one.name, was.name));
  if ((became !== null && at < 0) || rivals.length > 0) return false;
  saveSetting(firm, KEY, templates.toSpliced(at < 0 ? templates.length : at, at < 0 ? 0 : 1, ...(was === null ? [] : [was])));
  return true;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
