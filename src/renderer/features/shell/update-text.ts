import type { UpdateView } from "#shared/contract/app/shell.ts";
import { t } from "../../language/t.ts";

/** What is known of updates; `checked`: someone has just asked for them. */
export function updateText({ state, version, problem, percent }: UpdateView, checked: boolean): string {
  if (problem !== null) return problem;
  if (state === "checking") return t("Checking for updates…");
  if (state === "downloading")
    return t("Downloading version {version}: {percent}% so far.", { version, percent: Math.floor(percent ?? 0) });
  if (state === "available") return t("Version {version} is available. Tieout downloads it only when you ask.", { version });
  if (state === "ready")
    return t("Version {version} is downloaded and verified. Your data is backed up before the update is installed.", { version });
  return checked && state === "idle" ? t("You have the latest version of Tieout.") : t("Tieout checks for updates only when you ask.");
}
