import { startWorkbench } from "./workbench";
import "./workbench.css";

startWorkbench(window).catch((error: unknown) => {
  const message = document.createElement("p");
  message.className = "failure";
  message.textContent = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(message);
});
