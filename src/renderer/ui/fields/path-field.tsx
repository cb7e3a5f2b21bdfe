import { FolderOpen } from "lucide-react";
import type { PlaceQuestion } from "#shared/contract/app/shell.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import controls from "../controls/controls.module.css";
import styles from "./path-field.module.css";

interface PathFieldProps {
  /** What its label names. */
  readonly id: string;
  readonly path: string;
  readonly placeholder: string;
  readonly question: PlaceQuestion;
  readonly disabled?: boolean;
  readonly onPath: (path: string) => void;
}

/** The full path of a file or folder: typed, or chosen in the system's dialog where the host has one. */
export function PathField({ id, path, placeholder, question, disabled = false, onPath }: PathFieldProps) {
  const host = useCoreQuery("shell.state", {}).data?.host;
  const choose = useCoreCommand("shell.choosePlace");
  return (
    <>
      <input
        id={id}
        className={classes(controls.input, styles.path)}
        value={path}
        placeholder={placeholder}
        spellCheck={false}
        disabled={disabled}
        onChange={(event) => onPath(event.target.value)}
      />
      {host === "desktop" ? (
        <Button
          icon={<FolderOpen size={14} aria-hidden />}
          disabled={disabled || choose.isPending}
          onClick={() => choose.mutate(question, { onSuccess: ({ path: chosen }) => (chosen === null ? undefined : onPath(chosen)) })}
        >
          {t("Choose…")}
        </Button>
      ) : null}
    </>
  );
}
