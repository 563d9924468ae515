import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { t } from "../../../../i18n/t";
import type { SampleWorkbook } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useJob } from "../../state/use-store";
import { JobNotice } from "../../ui/job-form";
import { Row, Stack } from "../../ui/layout";
import { Section } from "../../ui/page";
import { TaskButton } from "../../ui/task-button";

const useStyles = makeStyles({
  picture: {
    width: "88px",
    height: "56px",
    objectFit: "cover",
    objectPosition: "left top",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
});

/** The samples that the deployment offers, if it offers any. Nothing is loaded before the user asks: the pictures take their workbooks. */
export const SampleWorkbooksSection = (): ReactNode => {
  const { samples } = usePane().deps.deployment;
  return samples === undefined ? null : <Samples load={samples} />;
};

const Samples = ({ load }: { readonly load: () => Promise<readonly SampleWorkbook[]> }): ReactNode => {
  const styles = useStyles();
  const [list, setList] = useState<readonly SampleWorkbook[]>();
  const loading = useJob("samples");
  const opening = useJob("sample-open");
  const show = (): void => {
    void loading.start(t("samples.title"), "", async () => setList(await load()));
  };
  const open = (sample: SampleWorkbook): void => {
    void opening.start(sample.title, "", () => sample.open());
  };
  return (
    <Section title={t("samples.title")} lead={t("samples.lead")}>
      {list === undefined ? (
        <Row>
          <Button onClick={show}>{t("samples.show")}</Button>
        </Row>
      ) : (
        <Stack>
          {list.map((sample) => (
            <TaskButton
              key={sample.title}
              icon={<img className={styles.picture} src={sample.picture} alt="" />}
              name={sample.title}
              lead={sample.about}
              disabled={opening.now.status === "running"}
              run={() => open(sample)}
            />
          ))}
        </Stack>
      )}
      <JobNotice job={loading} retry={show} />
      <JobNotice job={opening} />
    </Section>
  );
};
