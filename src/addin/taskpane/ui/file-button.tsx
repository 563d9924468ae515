import { Button } from "@fluentui/react-components";
import { type ReactNode, useRef } from "react";
import type { CurrentJob } from "../state/job";

/** A button that lets the user choose a file, for a job that reads it. */
export const FileButton = ({
  text,
  label,
  accept,
  job,
  onChosen,
}: {
  readonly text: string;
  /** What the file is. */
  readonly label: string;
  readonly accept: string;
  readonly job: CurrentJob;
  readonly onChosen: (bytes: Uint8Array) => void;
}): ReactNode => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" disabledFocusable={job.now.status === "running"} onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void file.arrayBuffer().then((bytes) => onChosen(new Uint8Array(bytes)));
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
};
