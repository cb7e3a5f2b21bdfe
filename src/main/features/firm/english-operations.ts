import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { readSetting, saveSetting } from "#main/store/clients/firm-settings.ts";
import { noteChanges } from "#main/store/clients/setting-changes.ts";
import { ENGLISH_SETTING, type EnglishChoice, englishChoice, englishView, savedEnglish } from "#shared/contract/app/english.ts";
import { changeIds } from "#shared/contract/clients/setting-changes.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { ok } from "#shared/kernel/result.ts";
import { ENGLISH_LANGUAGES, OPEN_ITEM_TERMS } from "#shared/language/english.ts";
import { message } from "#shared/language/t.ts";

const NAMES: Readonly<Record<string, string>> = { en: "American English", "en-GB": "British English" };
const TERMS: Readonly<Record<string, string>> = { receivables: "receivables/payables", debtors: "debtors/creditors" };

/** The English of close packs, exports and the command line, and what open items are called everywhere. */
export const englishOperations = [
  query("firm.english", {
    summary: message("Show the firm's language, and its wording for open invoices and bills"),
    input: z.object({}),
    output: englishView,
    runs: "core",
    perform: async ({ english }) => ok(await english.read()),
    command: {
      verb: "firm language",
      lines: ({ language, used, terms }) => [
        `Language: ${NAMES[used]}${language === null ? ", from this computer's settings" : ""}. Open invoices and bills are called ${TERMS[terms]}.`,
      ],
    },
  }),

  command("firm.setEnglish", {
    summary: message("Choose the firm's language, and its wording for open invoices and bills"),
    input: z.object({
      language: z
        .enum([...ENGLISH_LANGUAGES, "computer"])
        .optional()
        .describe("Language: en (American English), en-GB (British English) or computer (each computer's own setting)"),
      terms: z.enum(OPEN_ITEM_TERMS).optional().describe("Wording for open invoices and bills"),
    }),
    output: z.object({ english: englishChoice, changeIds }),
    runs: "firmWriter",
    allowed: "admin",
    perform: ({ firm, person, nowMs }, { language, terms }) => {
      const { language: wasLanguage, terms: wasTerms } = savedEnglish(readSetting(firm, ENGLISH_SETTING));
      const english: EnglishChoice = {
        language: language === undefined ? wasLanguage : language === "computer" ? null : language,
        terms: terms ?? wasTerms,
      };
      saveSetting(firm, ENGLISH_SETTING, { ...english, person, at: instantFromMs(nowMs) });
      const changes = [
        { kind: "firm_language", subject: "", before: wasLanguage, after: english.language },
        { kind: "open_item_terms", subject: "", before: wasTerms, after: english.terms },
      ] as const;
      return ok({ english, changeIds: noteChanges(firm, changes, { person, nowMs }) });
    },
    after: async ({ english }) => {
      await english.read();
    },
    command: {
      verb: "firm set-language",
      lines: ({ english: { language, terms } }) => [
        `Language: ${language === null ? "each computer's own setting" : NAMES[language]}. Open invoices and bills are called ${TERMS[terms]}.`,
      ],
    },
  }),
] as const;
