import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CloseTemplate, closeTemplate } from "#shared/model/close/close.ts";

/** The checklist that is used where none is named. */
const STANDARD = "standard";

/** The checklists among a host's resources, the standard one first. @throws ZodError for a file that is none */
export function readCloseTemplates(resources: string): CloseTemplate[] {
  const folder = join(resources, "close-templates");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const templates = files.sort().map((name) => closeTemplate.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
  return templates.sort((a, b) => Number(b.id === STANDARD) - Number(a.id === STANDARD));
}
