import { proves } from "./proves";
import { startClient } from "./service-client";
import type { EsgDocument, Problem, SdgDocument } from "./shapes";

const client = startClient();
const nil = "00000000-0000-4000-8000-000000000000";
const someEsg = async (): Promise<EsgDocument[]> =>
  (await client.all<EsgDocument>(`/v3/universes/${await client.universe("EU Banks")}/esg/documents`)).slice(0, 20);
const someSdg = async (): Promise<SdgDocument[]> => {
  const members = await client.all<{ id: string }>(`/v3/universes/${await client.universe("EU Banks")}/entities`);
  for (const { id } of members.slice(0, 30)) {
    const answer = await client.get<{ data?: SdgDocument[] }>(`/v3/entities/${id}/sdg/documents`);
    if (answer.status === 200 && (answer.body.data?.length ?? 0) > 0) return answer.body.data ?? [];
  }
  throw new Error("no SDG document in the universe");
};

proves(
  ["esg-document-by-id.200", "esg-document-by-id.path", "esg-document.id"],
  "a document by its id is the one of the listing, member by member",
  async () => {
    for (const document of await someEsg()) {
      const { status, body } = await client.get<EsgDocument>(`/v3/esg/documents/${document.id}`);
      expect(status).toBe(200);
      expect(body).toEqual(document);
    }
  },
);

proves(["esg-document-by-id.query", "convention.fields"], "fields chooses the members", async () => {
  const [first] = await someEsg();
  const { body } = await client.get<EsgDocument>(`/v3/esg/documents/${first?.id}?fields=title&fields=summary`);
  expect(Object.keys(body).sort()).toEqual(["summary", "title"]);
});

proves(
  ["esg-document-by-id.query", "esg-document.translated", "convention.translate"],
  "translate adds the translated members",
  async () => {
    const first = (await someEsg()).find(
      ({ language, title, main_story }) => language === "eng" && title !== null && main_story !== null,
    );
    const { body } = await client.get<EsgDocument>(`/v3/esg/documents/${first?.id}?translate=spanish`);
    for (const member of ["title", "main_story"] as const) {
      expect(typeof body[`translated_${member}`]).toBe("string");
      expect(body[`translated_${member}`]).not.toBe(body[member]);
    }
  },
);

proves(
  ["sdg-document-by-id.200", "sdg-document.same"],
  "an SDG document by its id is the one of the listing",
  async () => {
    for (const document of await someSdg())
      expect((await client.get<SdgDocument>(`/v3/sdg/documents/${document.id}`)).body).toEqual(document);
  },
);

proves(
  ["sdg-document-by-id.200", "convention.translate"],
  "an SDG document translates its title, and only that",
  async () => {
    const [first] = await someSdg();
    const { body } = await client.get<SdgDocument>(`/v3/sdg/documents/${first?.id}?translate=fr`);
    expect(Object.keys(body).filter((key) => key.startsWith("translated_"))).toEqual(["translated_title"]);
  },
);

for (const kind of ["esg", "sdg"] as const) {
  const errors = kind === "esg" ? "esg-document-by-id.errors" : "sdg-document-by-id.errors";
  proves(
    [errors, "esg-document-by-id.path", "error.400"],
    `${kind}: an id that is no uuid is 400 naming document_id`,
    async () => {
      for (const id of ["42", `${nil}0`, "%20", "null"]) {
        const { status, body } = await client.get<Problem>(`/v3/${kind}/documents/${id}`);
        expect([id, status, body.reason]).toEqual([id, 400, "invalid"]);
        expect(body.errors?.map(({ field }) => field).join()).toContain("document_id");
      }
    },
  );
  proves([errors, "error.404"], `${kind}: an unknown document is 404 not_found`, async () => {
    const { status, body } = await client.get<Problem>(`/v3/${kind}/documents/${nil}`);
    expect([status, body.reason, body.code]).toEqual([404, "not_found", 404]);
  });
  proves([errors, "error.400"], `${kind}: unknown fields are 400`, async () => {
    expect((await client.get(`/v3/${kind}/documents/${nil}?fields=reliability`)).status).toBe(400);
  });
  proves([errors, "error.403", "auth.8"], `${kind}: an account without the permission gets 403 forbidden`, async () => {
    const id = (await (kind === "esg" ? someEsg() : someSdg()))[0]?.id ?? "";
    const { status, body } = await client.get<Problem>(`/v3/${kind}/documents/${id}`, "restricted");
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 403, reason: "forbidden" });
  });
}

proves(
  ["sdg-document-by-id.errors", "esg-document-by-id.errors"],
  "an ESG id is no SDG id and the other way round",
  async () => {
    expect((await client.get(`/v3/sdg/documents/${(await someEsg())[0]?.id}`)).status).toBe(404);
    expect((await client.get(`/v3/esg/documents/${(await someSdg())[0]?.id}`)).status).toBe(404);
  },
);
