import { z } from "zod";
import { LOGO_BYTES_MAX, readLogo } from "#main/domain/documents/logo.ts";
import { command, query } from "#main/operations/operation.ts";
import { readFirmProfile, saveFirmProfile } from "#main/store/clients/firm-profile.ts";
import { noteChanges } from "#main/store/clients/setting-changes.ts";
import { type FirmLogo, type FirmProfile, firmProfile } from "#shared/contract/clients/firm.ts";
import { changeIds } from "#shared/contract/clients/setting-changes.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const name = z
  .string()
  .trim()
  .max(120, "use at most 120 characters")
  .regex(/^\P{Cc}*$/u, "use one line of text");

/** The firm's name and logo, which other areas print. */
export const readProfile = query("firm.profile", {
  summary: "Show the firm's name and logo, as printed in close packs",
  input: z.object({}),
  output: firmProfile,
  runs: "firmReader",
  perform: ({ firm }) => ok(readFirmProfile(firm)),
  command: { verb: "firm show", lines: profileLines },
});

/** How the firm presents itself in close packs. */
export const firmOperations = [
  readProfile,

  command("firm.setProfile", {
    summary: "Set the firm's name and logo",
    input: z.object({
      name: name.optional().describe("Name of the firm, or empty text to remove the name"),
      logo: z
        .string()
        .max(Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 4)
        .optional()
        .describe("Logo as a PNG or JPEG file of at most 512 kB"),
      noLogo: z.boolean().optional().describe("Remove the logo"),
    }),
    output: firmProfile.extend({ changeIds }),
    runs: "firmWriter",
    allowed: "admin",
    perform: ({ firm, person, nowMs }, { name: named, logo: content, noLogo }) => {
      const was = readFirmProfile(firm);
      const logo = content === undefined ? ok(noLogo === true ? null : was.logo) : checkedLogo(content);
      if (!logo.ok) return logo;
      const profile: FirmProfile = { name: named === undefined ? was.name : named === "" ? null : named, logo: logo.value };
      saveFirmProfile(firm, profile);
      const changes = [
        { kind: "firm_name", subject: "", before: was.name, after: profile.name },
        { kind: "firm_logo", subject: "", before: was.logo, after: profile.logo },
      ] as const;
      return ok({ ...profile, changeIds: noteChanges(firm, changes, { person, nowMs }) });
    },
    command: { verb: "firm set", options: { logo: { file: "base64" } }, lines: profileLines },
  }),
] as const;

function checkedLogo(content: string): Result<FirmLogo, Failure> {
  const shape = readLogo(Buffer.from(content, "base64"));
  return shape.ok ? ok({ ...shape.value, content }) : shape;
}

function profileLines({ name: named, logo }: FirmProfile): readonly string[] {
  const picture = logo === null ? "none" : `${logo.width} by ${logo.height} pixels`;
  return [`Firm name: ${named ?? "none"}`, `Logo: ${picture}`];
}
