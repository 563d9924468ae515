import { createJob } from "../../../../src/addin/taskpane/state/job";
import { lineTo } from "../../engine/line-to";

test("a second click does not start a running job again", async () => {
  const { clock, runtime } = await lineTo(() => Promise.resolve(Response.json({})));
  const job = createJob(runtime);
  let begun = 0;
  const work = async (): Promise<void> => {
    begun += 1;
    await new Promise<void>((resolve) => void clock.after(100, resolve));
  };
  const clicks = [1, 2, 3].map(() => job.start("Start", "", work));
  await clock.run(Promise.all(clicks));
  expect(begun).toBe(1);
  await clock.run(job.start("Start", "", work));
  expect(begun).toBe(2);
});
