import { z } from "zod";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { explainMany, signMany } from "#main/store/flux/flux-bulk.ts";
import { listTemplates, removeTemplate, saveTemplate } from "#main/store/flux/flux-templates.ts";
import { changeIds } from "#shared/contract/clients/setting-changes.ts";
import { shortId, signingRole } from "#shared/contract/fields.ts";
import { type FluxBulkResult, fluxBulkResult } from "#shared/contract/reports/flux.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { FLUX_PLACEHOLDERS, fluxTemplate, savedFluxTemplate } from "#shared/model/reports/flux-template.ts";
import { actOf, ofReview, reviewOptions, withQuestion } from "./flux-question.ts";

const ofRows = ofReview.extend({ accountIds: z.array(shortId).min(1).max(1000).describe("Account (ID or code); may be repeated") });
const rowsOptions = { ...reviewOptions, accountIds: "account" } as const;
const placeholders = FLUX_PLACEHOLDERS.map((name) => `{${name}}`).join(", ");
const filledIn = `Tieout fills in these placeholders for each account: ${placeholders}`;

/** Acts on several rows of a flux analysis at once, and the firm's texts for explanations. */
export const fluxBulkOperations = [
  command("flux.explainMany", {
    summary: "Explain several accounts' changes with one text",
    input: ofRows.extend({
      text: z.string().trim().min(1, "write an explanation").max(5000).describe(`Text of the explanation. ${filledIn}`),
    }),
    output: fluxBulkResult,
    runs: "writer",
    outdates: ["close"],
    perform: (work, { accountIds, text, ...review }) =>
      withQuestion(work, review, (question) => explainMany(work.mirror, { ...actOf(work), question, accountIds, text }, sha256)),
    command: { verb: "flux explain-many", options: rowsOptions, lines: (result) => linesOf(result, "explained") },
  }),

  command("flux.signMany", {
    summary: "Sign off on several accounts as preparer or reviewer",
    input: ofRows.extend({ role: signingRole }),
    output: fluxBulkResult,
    runs: "writer",
    allowed: ({ role }) => role,
    signs: true,
    outdates: ["close"],
    prepare: async ({ people }) => ok({ withPin: people.pinEntered }),
    perform: (work, { accountIds, role, ...review }, { withPin }) =>
      withQuestion(work, review, (question) => signMany(work.mirror, { ...actOf(work), question, accountIds, role, withPin }, sha256)),
    command: { verb: "flux sign-many", options: rowsOptions, lines: (result) => linesOf(result, "signed off") },
  }),

  query("flux.templates", {
    summary: "List the firm's explanation templates",
    input: z.object({}),
    output: z.array(savedFluxTemplate),
    runs: "firmReader",
    perform: ({ firm }) => ok(listTemplates(firm)),
    command: {
      verb: "flux templates",
      table: {
        rows: (templates) => templates,
        columns: [left("name", 24, (row) => row.name), left("text", 90, (row) => row.text), left("saved by", 24, (row) => row.person)],
      },
    },
  }),

  command("flux.saveTemplate", {
    summary: "Save an explanation template for the firm",
    input: z.object({
      name: fluxTemplate.shape.name.describe("Name"),
      text: fluxTemplate.shape.text.describe(`Text of the template. ${filledIn}`),
      replaces: fluxTemplate.shape.name.optional().describe("Name of the template to replace"),
    }),
    output: savedFluxTemplate.extend({ changeIds }),
    runs: "firmWriter",
    perform: ({ firm, person, nowMs }, template) => saveTemplate(firm, { ...template, person, nowMs }),
    command: { verb: "flux save-template", lines: ({ name }) => [`Template ${name} saved.`] },
  }),

  command("flux.removeTemplate", {
    summary: "Remove an explanation template",
    input: z.object({ name: fluxTemplate.shape.name.describe("Name") }),
    output: savedFluxTemplate.extend({ changeIds }),
    runs: "firmWriter",
    perform: ({ firm, person, nowMs }, { name }) => removeTemplate(firm, { name, person, nowMs }),
    command: { verb: "flux remove-template", lines: ({ name }) => [`Template ${name} removed.`] },
  }),
] as const;

function linesOf({ done, refused }: FluxBulkResult, act: string): string[] {
  return [
    `${counted(done, "account")} ${act}, ${refused.length} skipped.`,
    ...refused.map(({ message, next }) => [message, next ?? ""].join(" ").trim()),
  ];
}
