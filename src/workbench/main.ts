import { startWorkbench } from "./workbench";
import "./workbench.css";

startWorkbench(window).catch((error: unknown) => {
  // eslint-disable-next-line no-console -- the stack helps whoever works on the workbench
  console.error(error);
  const message = document.createElement("p");
  message.className = "failure";
  message.textContent = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(message);
});
