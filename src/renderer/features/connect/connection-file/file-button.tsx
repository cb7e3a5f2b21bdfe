import styles from "./file-page.module.css";

interface FileButtonProps {
  readonly words: string;
  readonly accept: string;
  readonly several?: boolean;
  readonly onFiles: (files: readonly File[]) => unknown;
}

/** Opens the platform's choice of files; the same file can be chosen again. */
export function FileButton({ words, accept, several = false, onFiles }: FileButtonProps) {
  return (
    <label className={styles.picker}>
      {words}
      <input
        type="file"
        accept={accept}
        multiple={several}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) onFiles(files);
          event.target.value = "";
        }}
      />
    </label>
  );
}
