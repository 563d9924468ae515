import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { Section } from "../parts/page";
import { Row } from "../parts/layout";
import { useText } from "../text/use-text";
import { usePane } from "../state/pane-context";
import type { SignInForm } from "./use-sign-in";

/** One click into the demo account, where the deployment names one. */
export const DemoOffer = ({ form }: { readonly form: SignInForm }): ReactNode => {
  const say = useText();
  if (usePane().world.deployment.demo === undefined) return null;
  return (
    <Section title={say("signIn.demoTitle")} lead={say("signIn.demoLead")}>
      <Row>
        <Button onClick={form.demo} disabledFocusable={form.job.now.status === "running"}>
          {say("signIn.demo")}
        </Button>
      </Row>
    </Section>
  );
};
