import { until } from "../../../support/until";
import type { Office } from "./office";

/** The service computes an analysis in real time. Waits for the first one of its demo. */
export const untilAnalysisIsReady = async ({ service, demo }: Office, token: string): Promise<void> => {
  const request = {
    method: "POST",
    url: "/api/2.0/analyze/download",
    headers: { authorization: `Bearer ${token}` },
    payload: { instance: demo.analyses[0]?.instance, limit: 1 },
  } as const;
  await until("the analysis of the demo is ready", async () => {
    const { statusCode } = await service.fastify.inject(request);
    expect([200, 202]).toContain(statusCode);
    return statusCode === 200;
  });
};
