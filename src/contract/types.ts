// Generated from openapi.yaml by `npm run generate`. Do not edit.
/* eslint-disable max-lines */
export interface paths {
  "/oauth/token": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange API key and secret for an access token
     * @description OAuth 2.0 password grant. Lives at the token-issuing address, which for the local service is its own.
     */
    post: operations["createToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/2.0/kg/candidates": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Candidates of the knowledge graph for a keyword
     * @description Further parameters and validations: not shown.
     */
    post: operations["findKgCandidates"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/2.0/documents/translate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Translate documents
     * @deprecated
     * @description Deprecated in favour of POST /v3/documents. The specification does not show the path; this one is our choice.
     */
    post: operations["translateDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/2.0/documents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Fields of documents by id and extraction date */
    post: operations["getLegacyDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/2.0/analyze/dataset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Start an analysis */
    post: operations["startAnalysis"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/2.0/analyze/download": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Documents of an analysis */
    post: operations["downloadAnalysis"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/2.0/analyze/timeserie": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Time-aggregated dataset of an analysis */
    post: operations["getTimeSeries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/documents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Title, text and summary of documents, optionally translated */
    post: operations["getDocuments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/esg/documents/{document_id}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Document identifier. */
        document_id: components["parameters"]["DocumentId"];
      };
      cookie?: never;
    };
    /** One ESG document */
    get: operations["getEsgDocument"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/sdg/documents/{document_id}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Document identifier. */
        document_id: components["parameters"]["DocumentId"];
      };
      cookie?: never;
    };
    /** One SDG document */
    get: operations["getSdgDocument"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/universes/{universe_id}/esg/documents": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    /**
     * ESG documents of a universe, most reliable first
     * @description Ordered by an internal reliability score, descending, then extract_date, then id. Our choice for the latter two is newest first, id ascending.
     */
    get: operations["listEsgDocuments"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/universes/{universe_id}/esg/events": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    /**
     * ESG events of a universe
     * @description Without `order` the specification promises none; our choice is last_activity descending, then id.
     */
    get: operations["listEsgEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/entities/{entity_id}/sdg/documents": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Permanent entity id. */
        entity_id: components["parameters"]["EntityId"];
      };
      cookie?: never;
    };
    /** SDG documents of an entity */
    get: operations["listSdgDocuments"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/universes/{universe_id}/entities": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    /** Entities of a universe */
    get: operations["listUniverseEntities"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/entities/msearch": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Search up to 500 entities at once */
    post: operations["searchEntities"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/entities/{entity_id}/universes": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Permanent entity id. */
        entity_id: components["parameters"]["EntityId"];
      };
      cookie?: never;
    };
    /**
     * Universes that hold the entity and that the caller's company may see
     * @description Query parameters are not shown; those of every v3 listing are ours.
     */
    get: operations["listEntityUniverses"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/universes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create a universe */
    post: operations["createUniverse"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/universes/{universe_id}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a universe
     * @description Setting `company` overwrites all links to other companies.
     */
    patch: operations["updateUniverse"];
    trace?: never;
  };
  "/v3/tasks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tasks available to the caller */
    get: operations["listTasks"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v3/coverage-extension": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for entities to be covered
     * @description Experimental: name, parameters and responses may change.
     */
    post: operations["extendCoverage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description One uuid or several. */
    Uuids: string[];
    /** @description One text or several; any of them. */
    Texts: string[];
    /** @description `<operator>:<value>` over the scores 1 to 5; `between` takes two, `in` and `nin` several, separated by `;`. Our choice: `between` is inclusive. */
    ScoreOperator: string;
    /** @description `<operator>:<date or date-time>`; `between` takes two, separated by `;`. Our choice: a date means its midnight, UTC; `between` is inclusive. */
    DateOperator: string;
    /** @description `<operator>:<letter>`; `in` and `nin` take several letters, separated by `;`. A bare letter means eq. */
    SectorOperator: string;
    /** @description `<operator>:<value>`, one or several. The complete set of operators is not shown; ours is eq, neq, in, nin, ilike (without case, `%` and `_` stand for any characters); a bare value means eq. Several: any of them. */
    TextOperators: string[];
    /** @description `<operator>:<value>`, one or several. Our choice: all of several must hold. */
    IntegerOperators: string[];
    TokenRequest: {
      /**
       * @description Always `password`.
       * @constant
       */
      grant_type: "password";
      /** @description The API key. */
      username: string;
      /** @description The API secret key. */
      password: string;
      /** @description The API base address with a trailing slash. */
      audience: string;
      /** @description The public client identifier published by the provider. */
      client_id: string;
    };
    Token: {
      /** @description JWT. */
      access_token: string;
      /** @description Seconds of validity; 86400. */
      expires_in: number;
      /** @description Always `Bearer`. */
      token_type: string;
    };
    TokenProblem: {
      /** @description What kind of problem it is. */
      error: string;
      /** @description The problem in a sentence. */
      error_description: string;
    };
    /** @description The v3 error body. */
    Problem: {
      /** @description What went wrong. */
      message: string;
      /** @description The HTTP status. */
      code: number;
      /** @description invalid, unauthorized, forbidden, not_found or too_many_requests. */
      reason: string;
      /** @description The failing members. */
      errors?: {
        /** @description What is wrong with the member. */
        message: string;
        /** @description Where the member is. */
        field: string;
        /** @description invalid_type or invalid_element. */
        reason: string;
      }[];
    };
    LegacySchemaProblem: {
      /** @description Sentences about the request. */
      _schema: string[];
    };
    /** @description Sentences by failing field. */
    LegacyFieldProblem: {
      [key: string]: string[];
    };
    LegacyValueProblem: {
      /** @description The problem in a sentence. */
      value: string;
    };
    LegacyForbidden: {
      error: {
        /** @description The problem in a sentence. */
        message: string;
        /** @description The HTTP status. */
        statusCode: number;
      };
    };
    /** @description A document with an ESG controversy about an entity. */
    EsgDocument: {
      /**
       * Format: uuid
       * @description Document identifier.
       */
      id?: string;
      /** @description ESG categories, each E, S or G. */
      categories?: string[];
      /**
       * Format: uuid
       * @description Case the document belongs to.
       */
      case_id?: string | null;
      /**
       * @description Country of the source.
       * @example de
       */
      country?: string | null;
      /** @description Number of documents in the cluster, including this one. A cluster groups identical or very similar documents of one day. */
      cluster_size?: number;
      /** @description Document identifier with which its content is read. */
      datamarts_document_id?: string;
      /** @description Keywords of the entity that matched. */
      entity_keywords?: string[];
      /**
       * Format: uuid
       * @description Permanent id of the related entity.
       */
      entity_id?: string;
      /**
       * Format: uuid
       * @description Event the document belongs to.
       */
      event_id?: string | null;
      /**
       * Format: uri
       * @description Original address.
       */
      url?: string | null;
      /**
       * Format: date-time
       * @description When the document was extracted, UTC.
       */
      extract_date?: string;
      /**
       * Format: uri
       * @description Page of the document in the dashboard.
       */
      dashboard_url?: string;
      /**
       * @description Language of the document.
       * @example eng
       */
      language?: string;
      /** @description Summary of the main story. */
      main_story?: string | null;
      /** @description Negative sentiment toward the entity over the whole document. */
      negative?: number;
      /** @description Neutral sentiment toward the entity over the whole document. */
      neutral?: number;
      /** @description Summary of new developments. */
      novelty?: string | null;
      /** @description Polarity toward the entity, -1 to 1. */
      polarity?: number;
      /** @description Positive sentiment toward the entity over the whole document. */
      positive?: number;
      /** @description Intensity of the controversy, 1 to 5. */
      score?: number;
      /** @description Domain of the website. */
      site?: string;
      /** @description news, blogs or discussions. */
      site_type?: string;
      /** @description ESG sub-categories. */
      sub_categories?: string[];
      /** @description Keywords of the categories that matched. */
      taxonomy_keywords?: string[];
      /** @description Title. */
      title?: string | null;
      /** @description Whether the source has high authority. */
      is_high_authority_source?: boolean;
      /** @description English summary. */
      summary?: string | null;
      /** @description Title in the requested language. */
      translated_title?: string | null;
      /** @description Main story in the requested language. */
      translated_main_story?: string | null;
      /** @description Summary in the requested language. */
      translated_summary?: string | null;
    };
    /** @description A document about an entity's positive impact on a Sustainable Development Goal. */
    SdgDocument: {
      /**
       * Format: uuid
       * @description Document identifier.
       */
      id?: string;
      /** @description Goals, each SDG:1 to SDG:17. */
      categories?: string[];
      /**
       * @description Country of the source.
       * @example de
       */
      country?: string | null;
      /** @description Number of documents in the cluster. */
      cluster_size?: number;
      /** @description Keywords of the entity that matched. */
      entity_keywords?: string[];
      /**
       * Format: uuid
       * @description Permanent id of the related entity.
       */
      entity_id?: string;
      /**
       * Format: uri
       * @description Original address.
       */
      url?: string | null;
      /**
       * Format: date-time
       * @description When the document was extracted, UTC.
       */
      extract_date?: string;
      /**
       * Format: uri
       * @description Page of the document in the dashboard.
       */
      dashboard_url?: string;
      /**
       * @description Language of the document.
       * @example eng
       */
      language?: string;
      /** @description Negative sentiment toward the entity over the whole document. */
      negative?: number;
      /** @description Neutral sentiment toward the entity over the whole document. */
      neutral?: number;
      /** @description Positive sentiment toward the entity over the whole document. */
      positive?: number;
      /** @description Polarity toward the entity, -1 to 1. */
      polarity?: number;
      /** @description Intensity of the impact, 1 to 5. */
      score?: number;
      /** @description news, blogs or discussions. */
      site_type?: string;
      /** @description Keywords of the goals that matched. */
      taxonomy_keywords?: string[];
      /** @description Title. */
      title?: string | null;
      /** @description Document identifier with which its content is read. */
      datamarts_document_id?: string;
      /** @description Whether the source has high authority. */
      is_high_authority_source?: boolean;
      /** @description Title in the requested language. */
      translated_title?: string | null;
    };
    /** @description What happened to an entity, told by several documents. Without a UN Global Compact assessment, `ungc_classification` and `ungc_explanation` are absent. */
    EsgEvent: {
      /**
       * Format: uuid
       * @description Event identifier.
       */
      id?: string;
      /**
       * Format: uuid
       * @description Case the event belongs to.
       */
      case_id?: string;
      /** @description ESG categories, each E, S or G. */
      categories?: string[];
      /**
       * Format: uuid
       * @description Permanent id of the related entity.
       */
      entity_id?: string;
      /**
       * Format: uri
       * @description Page of the event in the dashboard.
       */
      dashboard_url?: string;
      /**
       * Format: date-time
       * @description When the event was last active.
       */
      last_activity?: string;
      /** @description Intensity of the controversy, 1 to 5. */
      score?: number;
      /**
       * Format: date-time
       * @description When the event started.
       */
      start_date?: string;
      /** @description ESG sub-categories. */
      sub_categories?: string[];
      /** @description Summary of the event. */
      summary?: string;
      /** @description Title of the event. */
      title?: string;
      /** @description Number of documents about the event. */
      related_documents_count?: number;
      /** @description UN Global Compact classification: low risk, watchlist or violator. */
      ungc_classification?: string;
      /** @description UN Global Compact principles that the event concerns. */
      ungc_principles?: string[];
      /** @description Reason for the classification. */
      ungc_explanation?: string;
      /** @description Summary in the requested language. */
      translated_summary?: string | null;
      /** @description Title in the requested language. */
      translated_title?: string | null;
    };
    /** @description A business entity. A value that the catalogue does not know is an absent member. */
    Entity: {
      /**
       * Format: uuid
       * @description Permanent entity id.
       */
      id?: string;
      /** @description What the entity does. */
      description?: string;
      /** @description Name. */
      name?: string;
      /** @description Financial Instrument Global Identifier. */
      figi?: string;
      /** @description International Securities Identification Numbers. */
      isin?: string[];
      /** @description Ticker symbols. */
      ticker?: string[];
      /** @description Other names. */
      alias?: string[];
      /** @description Website, with or without the protocol. */
      website?: string;
      /**
       * @description Country.
       * @example france
       */
      country?: string;
      /** @description Number of employees. */
      employee_count?: number;
      /** @description Revenue by date. */
      revenue?: {
        /** @description Amount. */
        value?: number;
        /** @description Currency code. */
        currency?: string;
        /**
         * Format: date
         * @description Date of the figure.
         */
        date?: string;
      }[];
      /** @description ISIC revision 4 codes, as a tree. */
      isic4?: components["schemas"]["IsicNode"][];
      /** @description Codes of other classifications. */
      industry_codes?: {
        /** @description Name of the classification. */
        description?: string;
        /** @description Codes. */
        values?: components["schemas"]["RankedCode"][];
      }[];
      /** @description UNSPSC codes. */
      unspsc?: components["schemas"]["RankedCode"][];
      /**
       * @description City.
       * @example paris
       */
      city?: string;
      /**
       * @description Region.
       * @example bayern
       */
      region?: string;
      /** @description Legal Entity Identifier. */
      lei?: string;
      /** @description Codes private to the client's company. */
      client_code?: {
        [key: string]: string;
      };
      /** @description Registration codes of the company. */
      registration_codes?: {
        /** @description Code. */
        value?: string;
        /** @description Register. */
        description?: string;
      }[];
      /**
       * Format: date-time
       * @description When the entity was added.
       */
      created_at?: string;
      /** @description Number of universes that contain the entity. */
      related_universe_count?: number;
    };
    IsicNode: {
      /** @description Section, division, group or class. */
      code: string;
      /** @description Name of the node. */
      description: string;
      /** @description Child nodes. */
      values?: components["schemas"]["IsicNode"][];
      /** @description Rank; leaves only. */
      priority?: number;
    };
    RankedCode: {
      /** @description Code. */
      code: string;
      /** @description Name. */
      description: string;
      /** @description Rank. */
      priority: number;
    };
    /** @description One searched entity. Values are operator strings; several keys: our choice is that identifiers are alternatives and attributes filter. */
    EntityQuery: {
      /** @description Name. */
      name?: string;
      /** @description Another name. */
      alias?: string;
      /** @description D-U-N-S number. */
      duns?: string;
      /** @description Financial Instrument Global Identifier. */
      figi?: string;
      /** @description International Securities Identification Number. */
      isin?: string;
      /** @description Ticker symbol. */
      ticker?: string;
      /** @description Legal Entity Identifier. */
      lei?: string;
      /** @description Permanent entity id. */
      entity_id?: string;
      /** @description Website. */
      website?: string;
      /** @description Value of a registration code. */
      registration_code?: string;
      /** @description Value of a private code. */
      client_code?: string;
      /** @description Plain lowercase country name. */
      country?: string;
      /** @description Integer operators. */
      employee_count?: components["schemas"]["OneOrMoreTexts"];
      /** @description Integer operators. */
      revenue?: components["schemas"]["OneOrMoreTexts"];
      /** @description Text operators over ISIC4 codes. */
      isic4?: components["schemas"]["OneOrMoreTexts"];
      /** @description ISIC4 section, with an operator. */
      sector?: string;
      /** @description Code or description of an industry code. */
      industry_code?: string;
      /** @description Code or description of a UNSPSC entry. */
      unspsc?: string;
      /** @description City. */
      city?: string;
      /** @description Region. */
      region?: string;
    };
    OneOrMoreTexts: string | string[];
    EntitySearchRequest: {
      entities: components["schemas"]["EntityQuery"][];
    };
    EntityMatches: {
      /** @description Candidates before the cut to max_candidates. */
      total_candidates: number;
      /** @description The best candidates, best first. */
      matches: components["schemas"]["Entity"][];
    };
    EntitySearchResult: {
      data: components["schemas"]["EntityMatches"][];
    };
    AssociatedUniverse: {
      /** @description Name of the universe. */
      universe_name: string;
      /**
       * Format: uuid
       * @description Universe identifier.
       */
      universe_id: string;
      /**
       * @description Who sees it: private, shared or provider.
       * @example SHARED
       */
      type: string;
      /** @description What the universe is for. */
      description: string | null;
    };
    UniverseInput: {
      /** @description Unique name. */
      name: string;
      /**
       * @description Who sees it; PROVIDER is refused.
       * @enum {string}
       */
      type: "PRIVATE" | "SHARED" | "PROVIDER";
      /**
       * Format: uuid
       * @description When present, only that user manages the universe.
       */
      owner?: string | null;
      /**
       * Format: uuid
       * @description Company the universe is shared with.
       */
      company?: string;
      /** @description What the universe is for. */
      description?: string | null;
    };
    UniverseChange: {
      /** @description Unique name. */
      name?: string;
      /**
       * @description Who sees it.
       * @enum {string}
       */
      type?: "PRIVATE" | "SHARED" | "PROVIDER";
      /** @description What the universe is for. */
      description?: string | null;
      /**
       * Format: uuid
       * @description User who manages the universe.
       */
      owner?: string;
      /**
       * Format: uuid
       * @description Company the universe is shared with.
       */
      company?: string;
    };
    UniverseCreated: {
      /**
       * Format: uuid
       * @description Universe identifier.
       */
      universe_id: string;
    };
    Task: {
      /**
       * Format: uuid
       * @description Task identifier.
       */
      id?: string;
      /** @description State: pending, running, completed or failed. */
      status?: string;
      /** @description What the task does. */
      description?: string;
      /**
       * @description Kind, such as export or coverage extension.
       * @example coverage_extension
       */
      type?: string;
      /**
       * Format: date-time
       * @description When the task was requested.
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the task ended; empty until then.
       */
      completed_at?: string;
    };
    CoverageExtensionRequest: {
      /** @description Universes that receive the entities. */
      universe_ids: string[];
      /** @description Entities to cover. Members besides external_id are not shown; ours are those of a search. */
      entities: {
        /** @description The client's own identifier of the entity. */
        external_id: string;
        /** @description Name. */
        name?: string;
        /** @description International Securities Identification Number. */
        isin?: string;
        /** @description Legal Entity Identifier. */
        lei?: string;
        /** @description Lowercase country name. */
        country?: string;
        /** @description Website. */
        website?: string;
      }[];
    };
    CoverageExtensionStarted: {
      /**
       * Format: uuid
       * @description The task that was queued.
       */
      task_id: string;
    };
    ContentRequest: {
      documents: {
        /** @description Document identifier. */
        datamarts_document_id: string;
        /**
         * Format: date-time
         * @description When the document was extracted.
         */
        extract_date: string;
      }[];
    };
    ContentDocument: {
      /** @description Document identifier. */
      datamarts_document_id?: string;
      /**
       * Format: date-time
       * @description When the document was extracted.
       */
      extract_date?: string;
      /** @description Title. */
      title?: string | null;
      /** @description Full text. */
      text?: string | null;
      /** @description Summary. */
      summary?: string | null;
      /** @description Title in the requested language. */
      translated_title?: string | null;
      /** @description Text in the requested language. */
      translated_text?: string | null;
      /** @description Summary in the requested language. */
      translated_summary?: string | null;
      /** @description Why a field is withheld. */
      error?: {
        /** @description What went wrong. */
        message: string;
        /** @description HTTP status, 403. */
        code: number;
        /** @description `forbidden`. */
        reason: string;
        /** @description The restricted fields. */
        errors?: {
          /** @description The restricted field. */
          field: string;
          /** @description `invalid_element`. */
          reason: string;
          /** @description Why. */
          message: string;
        }[];
      };
    };
    ContentPage: {
      data: components["schemas"]["ContentDocument"][];
    };
    EsgDocumentPage: components["schemas"]["PageEnvelope"] & {
      data: components["schemas"]["EsgDocument"][];
    };
    EsgEventPage: components["schemas"]["PageEnvelope"] & {
      data: components["schemas"]["EsgEvent"][];
    };
    SdgDocumentPage: components["schemas"]["PageEnvelope"] & {
      data: components["schemas"]["SdgDocument"][];
    };
    EntityPage: components["schemas"]["PageEnvelope"] & {
      data: components["schemas"]["Entity"][];
      /** @description Entities that match in all. */
      total: number;
    };
    AssociatedUniversePage: components["schemas"]["PageEnvelope"] & {
      data: components["schemas"]["AssociatedUniverse"][];
    };
    TaskPage: components["schemas"]["PageEnvelope"] & {
      data: components["schemas"]["Task"][];
    };
    PageEnvelope: {
      /** @description Records asked for. */
      size: number;
      /** @description Whether another page follows. */
      has_next: boolean;
      /** @description Records in this page. */
      count: number;
      /** @description Cursor of the next page. */
      search_after: string | null;
    };
    KgCandidatesRequest: {
      /** @description Word or name to look for. */
      keyword_of_interest: string;
      /**
       * @description Greatest number of candidates. The limits are ours.
       * @default 10
       */
      max_results: number;
      /**
       * @description Knowledge graph; sample value corporate_kg.
       * @default corporate_kg
       */
      source: string;
    };
    KgCandidate: {
      /** @description What the item is. */
      itemDescription: string;
      /** @description Identifier in the knowledge graph. */
      item_id: string;
      /** @description Name of the item. */
      label: string;
      /**
       * Format: uuid
       * @description Permanent entity id.
       */
      uuid: string;
    };
    TranslationRequest: {
      documents: {
        /** @description Document identifier. */
        id: string;
        /**
         * Format: date-time
         * @description When the document was extracted.
         */
        extracted: string;
      }[];
      /**
       * @description What to translate.
       * @default [
       *       "title",
       *       "text"
       *     ]
       */
      fields: ("title" | "text" | "summary")[];
      /**
       * @description Language to translate into.
       * @default english
       */
      language: string;
    };
    TranslatedDocument: {
      /**
       * Format: date-time
       * @description When the document was extracted.
       */
      extracted?: string;
      /** @description Document identifier. */
      id: string;
      /** @description Whether only the first part of the document was translated. */
      partial?: boolean;
      /** @description Title in the requested language. */
      title?: string;
      /** @description Text in the requested language. */
      text?: string;
      /** @description Summary in the requested language. */
      summary?: string;
      /** @description Why the document (message, statusCode) or a field of it (field.<name>) was not translated. */
      error?: {
        /** @description Why the document was not translated. */
        message?: string;
        /** @description 404. */
        statusCode?: number;
        /** @description By field, why it was not translated. */
        field?: {
          [key: string]: {
            /** @description Why. */
            message: string;
            /** @description 500. */
            statusCode: number;
          };
        };
      };
    };
    LegacyDocumentsRequest: {
      documents: {
        /** @description Document identifier. */
        id: string;
        /**
         * Format: date-time
         * @description When the document was extracted.
         */
        extracted: string;
      }[];
      /**
       * @description What to return. The list beyond summary is ours.
       * @default [
       *       "summary"
       *     ]
       */
      fields: ("title" | "text" | "summary" | "url" | "extract_date" | "language" | "site" | "site_type" | "country")[];
    };
    LegacyDocument: {
      /** @description Document identifier. */
      id: string;
      /** @description Title. */
      title?: string | null;
      /** @description Text; a placeholder for premium news. */
      text?: string | null;
      /** @description English summary. */
      summary?: string | null;
      /** @description Original address. */
      url?: string | null;
      /**
       * Format: date-time
       * @description When the document was extracted.
       */
      extract_date?: string;
      /**
       * @description Language of the document.
       * @example english
       */
      language?: string;
      /** @description Domain of the website. */
      site?: string;
      /** @description Kind of site. */
      site_type?: string;
      /**
       * @description Country of the source.
       * @example de
       */
      country?: string | null;
    };
    AnalysisRequest: {
      /**
       * Format: date
       * @description First day.
       */
      start_date: string;
      /**
       * Format: date
       * @description Last day.
       */
      end_date: string;
      /** @description What to look for. Required members are not shown; ours is keywords or entity_of_interest. */
      entities: {
        /** @description Name of the entity. */
        entity_of_interest?: string;
        /** @description What the entity is about. */
        context?: string;
        /** @description Keywords of the entity. */
        keywords?: string[];
      }[];
      /** @description What to compute; raw-matcher or ner-linking must be there. */
      workers: (
        "quality-score" | "ner-linking" | "raw-matcher" | "concept" | "entity-similarity" | "embedder-indicators"
      )[];
      /** @description Drops documents with any of these. */
      keywords_exclude?: string[];
      /** @description A document needs at least one of these. */
      co_mentions?: string[];
      /** @description Concept label to keywords. */
      concepts?: {
        [key: string]: string[];
      };
      /** @description Like concepts but drops documents without them. */
      concepts_filter?: {
        [key: string]: string[];
      };
      /** @description Countries of the sources, two letters. */
      countries?: string[];
      /**
       * @description Languages of the documents.
       * @default [
       *       "english"
       *     ]
       */
      languages: string[];
      /**
       * @description At least this many keywords of an entity in the document.
       * @default 1
       */
      min_match: number;
      /**
       * @description At least this many occurrences of a keyword.
       * @default 1
       */
      min_repeat: number;
      /**
       * @description Least quality; needs the worker quality-score.
       * @default 50
       */
      qscore: number;
      /**
       * @description Where to look for entity keywords.
       * @default [
       *       "title",
       *       "text"
       *     ]
       */
      search_in: ("title" | "text")[];
      /** @description Bounds on the sentiment of the document. */
      sentiments_filter?: {
        positive?: components["schemas"]["SentimentBounds"];
        negative?: components["schemas"]["SentimentBounds"];
        neutral?: components["schemas"]["SentimentBounds"];
        polarity?: components["schemas"]["SentimentBounds"];
      };
      /**
       * @description Drops documents whose entities score below.
       * @default 0
       */
      similarity_threshold: number;
      /**
       * @description Kinds of sites; news is deprecated.
       * @default [
       *       "standard_news",
       *       "blogs",
       *       "discussions"
       *     ]
       */
      site_type: ("news" | "blogs" | "discussions" | "licensed_news" | "premium_news" | "standard_news")[];
      /** @description Base domains to search. */
      sites?: string[];
      /** @description Base domains to leave out. */
      sites_exclude?: string[];
    };
    SentimentBounds: {
      /** @description Least value. */
      min?: number;
      /** @description Greatest value. */
      max?: number;
    };
    AnalysisStarted: {
      /**
       * Format: uuid
       * @description Identifier of the analysis.
       */
      instance: string;
    };
    DownloadRequest: {
      /**
       * Format: uuid
       * @description Identifier of the analysis.
       */
      instance: string;
      /** @description Documents wanted. The shape as an object is not shown; ours is names to numbers, of which the sum counts. */
      limit:
        | number
        | {
            [key: string]: number;
          };
      /** @description Order of the documents. */
      sort?: {
        /** @description Field to sort by. */
        field: string;
        /**
         * @description Direction; the default is ours.
         * @default DESC
         * @enum {string}
         */
        order: "ASC" | "DESC";
      };
      /** @description Only documents with this concept of the analysis. */
      concept?: string;
      /** @description Only documents with this entity of the analysis. */
      entity?: string;
      /**
       * Format: date
       * @description Only documents of this day.
       */
      date?: string;
      /** @description Fields to return; the complete list is not shown. */
      fields?: (
        | "id"
        | "title"
        | "url"
        | "extract_date"
        | "language"
        | "qscore"
        | "the service"
        | "document_negative"
        | "document_neutral"
        | "document_positive"
        | "document_polarity"
        | "document_entity_negative"
        | "document_entity_neutral"
        | "document_entity_positive"
        | "document_entity_polarity"
        | "concepts"
        | "entities"
        | "mentions"
        | "sentences"
        | "summary"
      )[];
      /** @description Translates summary only. */
      translate?: string;
    };
    Aggregates: {
      /** @description Greatest. */
      max: number;
      /** @description Mean. */
      mean: number;
      /** @description Median. */
      median: number;
      /** @description Least. */
      min: number;
    };
    AnalysisDocument: {
      /** @description Document identifier. */
      id?: string;
      /** @description Title. */
      title?: string;
      /** @description Original address. */
      url?: string;
      /**
       * Format: date-time
       * @description When the document was extracted, with the offset from UTC.
       */
      extract_date?: string;
      /**
       * @description Language of the document.
       * @example english
       */
      language?: string;
      /** @description Quality score, 0 to 100. */
      qscore?: number;
      /** @description Where the document comes from. */
      "the service"?: {
        /** @description Two letters. */
        country?: string;
        /** @description Domain of the website. */
        site?: string;
        /** @description Kind of site. */
        site_type?: string;
      };
      /** @description Negative sentiment of the sentences. */
      document_negative?: components["schemas"]["Aggregates"];
      /** @description Neutral sentiment of the sentences. */
      document_neutral?: components["schemas"]["Aggregates"];
      /** @description Positive sentiment of the sentences. */
      document_positive?: components["schemas"]["Aggregates"];
      /** @description Polarity of the document. */
      document_polarity?: number;
      /** @description Negative sentiment by entity name. */
      document_entity_negative?: {
        [key: string]: components["schemas"]["Aggregates"];
      };
      /** @description Neutral sentiment by entity name. */
      document_entity_neutral?: {
        [key: string]: components["schemas"]["Aggregates"];
      };
      /** @description Positive sentiment by entity name. */
      document_entity_positive?: {
        [key: string]: components["schemas"]["Aggregates"];
      };
      /** @description Polarity by entity name. */
      document_entity_polarity?: {
        [key: string]: number;
      };
      /** @description Concepts found, by label. */
      concepts?: {
        [key: string]: unknown;
      };
      /** @description Entities found: for each entity id its labels with their counts, and entity_type. */
      entities?: {
        [key: string]: {
          [key: string]: unknown;
        }[];
      };
      /** @description Keywords and how often they occur, by entity name. */
      mentions?: {
        [key: string]: {
          [key: string]: number;
        };
      };
      /** @description Sentences with their results. */
      sentences?: components["schemas"]["AnalysisSentence"][];
      /** @description Summary; experimental. */
      summary?: string;
    };
    AnalysisSentence: {
      /** @description Position in the document. */
      sentence_id?: number;
      /** @description Kind: 0 for the title, 1 for the text. */
      type?: number;
      /** @description The sentence, or a placeholder for premium news. */
      text?: string;
      /** @description Entities mentioned. */
      entities?: string[];
      /** @description What matched: class entity or mentions. */
      matches?: components["schemas"]["SentenceMatch"][];
      /** @description The twelve sentiment and emotion values of the sentence. */
      results?: components["schemas"]["SentenceResults"];
    };
    SentenceMatch: {
      /** @description entity or mentions. */
      class: string;
      /** @description Entity. */
      entity_id?: string;
      /** @description Kind of entity; class entity. */
      entity_type?: string;
      /** @description Name found; class entity. */
      label?: string;
      /** @description How well it matches. */
      similarity?: number;
      /** @description Keywords and how often; class mentions. */
      count?: {
        [key: string]: number;
      };
    };
    SentenceResults: {
      /** @description Anger. */
      anger?: number;
      /** @description Anticipation. */
      anticipation?: number;
      /** @description Fear. */
      fear?: number;
      /** @description Joy. */
      joy?: number;
      /** @description Negative sentiment. */
      negative?: number;
      /** @description Neutral sentiment. */
      neutral?: number;
      /** @description Polarity. */
      polarity?: number;
      /** @description Polarity with more weight on strong words. */
      polarity_exp?: number;
      /** @description Positive sentiment. */
      positive?: number;
      /** @description Sadness. */
      sadness?: number;
      /** @description Surprise. */
      surprise?: number;
      /** @description Trust. */
      trust?: number;
    };
    TimeSeriesRequest: {
      /**
       * Format: uuid
       * @description Identifier of the analysis.
       */
      instance: string;
      /**
       * @description How to aggregate.
       * @default [
       *       "min",
       *       "max",
       *       "mean",
       *       "median"
       *     ]
       */
      operands: ("min" | "max" | "mean" | "median")[];
      /**
       * @description What to group by.
       * @default [
       *       "extract_day",
       *       "entity"
       *     ]
       */
      pivots: ("extract_day" | "language" | "entity" | "site" | "site_type" | "country")[];
      /**
       * @description Length of a period.
       * @default day
       * @enum {string}
       */
      time_granularity: "day" | "hour" | "minute";
      /**
       * @description True returns volumes only.
       * @default false
       */
      volume_only: boolean;
    };
    /** @description One combination of the pivots. Metrics are named <operand>_<metric>. */
    TimeSeriesRow: {
      /** @description Day; with granularity hour or minute ours is a date-time. */
      extract_day?: string;
      /** @description Language name. */
      language?: string;
      /** @description Entity name. */
      entity?: string;
      /** @description Domain of the website. */
      site?: string;
      /** @description Kind of site. */
      site_type?: string;
      /** @description Country of the source. */
      country?: string;
      /** @description Number of documents. */
      volume_document: number;
      /** @description Number of sentences. */
      volume_sentence: number;
    } & {
      [key: string]: number | string;
    };
  };
  responses: {
    /** @description Invalid parameters; `errors` says which. */
    Invalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description The Authorization header is missing (one item in `errors`), or the token is not valid. The legacy routes answer it in the same form; that is our choice. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description The account has no access to the entity. */
    NoLicence: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description Permission missing. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description It does not exist or is not visible to the caller's company. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description The route does not allow the method. */
    MethodNotAllowed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description A universe of that name exists. */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description Three such tasks already wait in the queue. */
    TooManyRequests: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description The body is larger than 1 MiB. Our choice. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description The change cannot be stored, because the disk is full; nothing was changed. Our choice. */
    StoreFull: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description The body is no application/json. Our choice. */
    UnsupportedType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Problem"];
      };
    };
    /** @description The token was refused. The body is our choice: that of OAuth 2.0. */
    TokenProblem: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["TokenProblem"];
      };
    };
    /** @description Names the failing fields. */
    LegacyInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["LegacyFieldProblem"];
      };
    };
    /** @description What is wrong with the request. */
    DatasetInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["LegacySchemaProblem"];
      };
    };
    /** @description Not found, or too many analyses. */
    LegacyValue: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["LegacyValueProblem"];
      };
    };
  };
  parameters: {
    /** @description Document identifier. */
    DocumentId: string;
    /** @description Universe identifier. */
    UniverseId: string;
    /** @description Permanent entity id. */
    EntityId: string;
    /** @description Records per page. */
    Size: number;
    /** @description The cursor taken from the previous page; opaque and bound to the filters. */
    SearchAfter: string;
    /** @description Intensity of the controversy. */
    Score: components["schemas"]["ScoreOperator"];
    /** @description When the document was extracted. */
    ExtractDate: components["schemas"]["DateOperator"];
    /** @description Cases to keep. */
    CaseId: components["schemas"]["Uuids"];
    /** @description ISIC4 section of the entity, a single letter A to U, with an operator; not a response field. Our choice: an entity of several sections matches eq and in by any of them, neq and nin by none. */
    Sector: components["schemas"]["SectorOperator"];
    /** @description Language to translate into, as a code of two or three letters or an English name. When empty, nothing is translated. */
    Translate: string;
    /** @description Fields to return. */
    EsgDocumentFields: (
      | "id"
      | "categories"
      | "case_id"
      | "country"
      | "cluster_size"
      | "datamarts_document_id"
      | "entity_keywords"
      | "entity_id"
      | "event_id"
      | "url"
      | "extract_date"
      | "dashboard_url"
      | "language"
      | "main_story"
      | "negative"
      | "neutral"
      | "novelty"
      | "polarity"
      | "positive"
      | "score"
      | "site"
      | "site_type"
      | "sub_categories"
      | "taxonomy_keywords"
      | "title"
      | "is_high_authority_source"
      | "summary"
      | "translated_title"
      | "translated_main_story"
      | "translated_summary"
    )[];
    /** @description Fields to return. */
    SdgDocumentFields: (
      | "id"
      | "categories"
      | "country"
      | "cluster_size"
      | "entity_keywords"
      | "entity_id"
      | "url"
      | "extract_date"
      | "dashboard_url"
      | "language"
      | "negative"
      | "neutral"
      | "positive"
      | "polarity"
      | "score"
      | "site_type"
      | "taxonomy_keywords"
      | "title"
      | "datamarts_document_id"
      | "is_high_authority_source"
      | "translated_title"
    )[];
    /** @description Fields to return. */
    EntityFields: (
      | "id"
      | "description"
      | "name"
      | "figi"
      | "isin"
      | "ticker"
      | "alias"
      | "website"
      | "country"
      | "employee_count"
      | "revenue"
      | "isic4"
      | "industry_codes"
      | "unspsc"
      | "city"
      | "region"
      | "lei"
      | "client_code"
      | "registration_codes"
      | "created_at"
      | "related_universe_count"
    )[];
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TokenRequest"];
      };
    };
    responses: {
      /** @description The token. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Token"];
        };
      };
      400: components["responses"]["TokenProblem"];
      403: components["responses"]["TokenProblem"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["TokenProblem"];
      415: components["responses"]["TokenProblem"];
    };
  };
  findKgCandidates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["KgCandidatesRequest"];
      };
    };
    responses: {
      /** @description The candidates, best first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KgCandidate"][];
        };
      };
      400: components["responses"]["LegacyInvalid"];
      401: components["responses"]["Unauthorized"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["LegacyInvalid"];
      415: components["responses"]["LegacyInvalid"];
    };
  };
  translateDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TranslationRequest"];
      };
    };
    responses: {
      /** @description One item per requested document, in the order requested. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TranslatedDocument"][];
        };
      };
      400: components["responses"]["LegacyInvalid"];
      401: components["responses"]["Unauthorized"];
      /** @description The company's quota of translated documents is used up. */
      403: {
        headers: {
          /** @description Our choice of name: documents the licence allows. */
          "x-quota-limit"?: number;
          /** @description Our choice of name: documents left. */
          "x-quota-remaining"?: number;
          /** @description Our choice of name: documents this call asked for. */
          "x-quota-requested"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LegacyForbidden"];
        };
      };
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["LegacyInvalid"];
      415: components["responses"]["LegacyInvalid"];
      503: components["responses"]["StoreFull"];
    };
  };
  getLegacyDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LegacyDocumentsRequest"];
      };
    };
    responses: {
      /** @description The documents that were found. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LegacyDocument"][];
        };
      };
      400: components["responses"]["LegacyInvalid"];
      401: components["responses"]["Unauthorized"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["LegacyInvalid"];
      415: components["responses"]["LegacyInvalid"];
    };
  };
  startAnalysis: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AnalysisRequest"];
      };
    };
    responses: {
      /** @description The analysis was started. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AnalysisStarted"];
        };
      };
      400: components["responses"]["DatasetInvalid"];
      401: components["responses"]["Unauthorized"];
      /** @description A site type is not allowed for the account. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LegacyForbidden"];
        };
      };
      404: components["responses"]["LegacyValue"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["DatasetInvalid"];
      415: components["responses"]["DatasetInvalid"];
      429: components["responses"]["LegacyValue"];
      503: components["responses"]["StoreFull"];
    };
  };
  downloadAnalysis: {
    parameters: {
      query?: {
        /** @description True returns JSON lines, one document per line. */
        json_lines?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DownloadRequest"];
      };
    };
    responses: {
      /** @description Documents of the analysis, at most 500. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AnalysisDocument"][];
          "application/x-ndjson": string;
        };
      };
      /** @description The analysis is in progress; retry later. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The analysis was stopped or failed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["LegacyInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["LegacyValue"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["LegacyInvalid"];
      415: components["responses"]["LegacyInvalid"];
    };
  };
  getTimeSeries: {
    parameters: {
      query?: {
        /** @description Form of the answer. */
        output_format?: "json" | "csv";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TimeSeriesRequest"];
      };
    };
    responses: {
      /** @description One row per combination of the chosen pivots. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TimeSeriesRow"][];
          "text/csv": string;
        };
      };
      /** @description The analysis is in progress; retry later. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The analysis was stopped or failed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["LegacyInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["LegacyValue"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["LegacyInvalid"];
      415: components["responses"]["LegacyInvalid"];
    };
  };
  getDocuments: {
    parameters: {
      query?: {
        /** @description Fields to return. */
        fields?: (
          | "datamarts_document_id"
          | "extract_date"
          | "title"
          | "text"
          | "summary"
          | "translated_title"
          | "translated_text"
          | "translated_summary"
        )[];
        /** @description Language to translate into, as a code of two or three letters or an English name. When empty, nothing is translated. */
        translate?: components["parameters"]["Translate"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContentRequest"];
      };
    };
    responses: {
      /** @description The documents that were found; their order is not guaranteed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ContentPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedType"];
    };
  };
  getEsgDocument: {
    parameters: {
      query?: {
        /** @description Fields to return. */
        fields?: components["parameters"]["EsgDocumentFields"];
        /** @description Language to translate into, as a code of two or three letters or an English name. When empty, nothing is translated. */
        translate?: components["parameters"]["Translate"];
      };
      header?: never;
      path: {
        /** @description Document identifier. */
        document_id: components["parameters"]["DocumentId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EsgDocument"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  getSdgDocument: {
    parameters: {
      query?: {
        /** @description Fields to return. */
        fields?: components["parameters"]["SdgDocumentFields"];
        /** @description Language to translate into, as a code of two or three letters or an English name. When empty, nothing is translated. */
        translate?: components["parameters"]["Translate"];
      };
      header?: never;
      path: {
        /** @description Document identifier. */
        document_id: components["parameters"]["DocumentId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SdgDocument"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  listEsgDocuments: {
    parameters: {
      query?: {
        /** @description Records per page. */
        size?: components["parameters"]["Size"];
        /** @description The cursor taken from the previous page; opaque and bound to the filters. */
        search_after?: components["parameters"]["SearchAfter"];
        /** @description Intensity of the controversy. */
        score?: components["parameters"]["Score"];
        /** @description When the document was extracted. */
        extract_date?: components["parameters"]["ExtractDate"];
        /** @description Cases to keep. */
        case_id?: components["parameters"]["CaseId"];
        /** @description Events to keep. */
        event_id?: components["schemas"]["Uuids"];
        /** @description ISIC4 section of the entity, a single letter A to U, with an operator; not a response field. Our choice: an entity of several sections matches eq and in by any of them, neq and nin by none. */
        sector?: components["parameters"]["Sector"];
        /** @description Fields to return. */
        fields?: components["parameters"]["EsgDocumentFields"];
        /** @description Language to translate into, as a code of two or three letters or an English name. When empty, nothing is translated. */
        translate?: components["parameters"]["Translate"];
      };
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EsgDocumentPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["NoLicence"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  listEsgEvents: {
    parameters: {
      query?: {
        /** @description Records per page. */
        size?: components["parameters"]["Size"];
        /** @description The cursor taken from the previous page; opaque and bound to the filters. */
        search_after?: components["parameters"]["SearchAfter"];
        /** @description Intensity of the controversy. */
        score?: components["parameters"]["Score"];
        /** @description When the event started. */
        start_date?: components["schemas"]["DateOperator"];
        /** @description When the event was last active. */
        last_activity?: components["schemas"]["DateOperator"];
        /** @description Cases to keep. */
        case_id?: components["parameters"]["CaseId"];
        /** @description `<field>:<direction>`; none by default. */
        order?: string[];
        /** @description ESG categories to keep. Value set not shown beyond E, S, G. */
        category?: components["schemas"]["Texts"];
        /** @description ESG sub-categories to keep. The value set is not shown; these are ours. */
        sub_category?: components["schemas"]["Texts"];
        /** @description ISIC4 section of the entity, a single letter A to U, with an operator; not a response field. Our choice: an entity of several sections matches eq and in by any of them, neq and nin by none. */
        sector?: components["parameters"]["Sector"];
        /** @description Searches title and summary. Symbols are ignored, accents count, word forms match (word finds words and wording, not keyword). Several terms are searched separately: an event is kept if it matches any of them; our choice is that all words of one term must match. */
        content?: components["schemas"]["Texts"];
        /** @description UN Global Compact classifications to keep. Exact strings are not shown beyond `violator`. */
        ungc_classification?: components["schemas"]["Texts"];
        /** @description UN Global Compact principle sentences to keep. Exact strings are not shown; these are the ten published ones. */
        ungc_principles?: components["schemas"]["Texts"];
        /** @description Fields to return. */
        fields?: (
          | "id"
          | "case_id"
          | "categories"
          | "entity_id"
          | "dashboard_url"
          | "last_activity"
          | "score"
          | "start_date"
          | "sub_categories"
          | "summary"
          | "title"
          | "related_documents_count"
          | "ungc_classification"
          | "ungc_principles"
          | "ungc_explanation"
          | "translated_summary"
          | "translated_title"
        )[];
        /** @description Language to translate into, as a code of two or three letters or an English name. When empty, nothing is translated. */
        translate?: components["parameters"]["Translate"];
      };
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EsgEventPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["NoLicence"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  listSdgDocuments: {
    parameters: {
      query?: {
        /** @description Records per page. */
        size?: components["parameters"]["Size"];
        /** @description The cursor taken from the previous page; opaque and bound to the filters. */
        search_after?: components["parameters"]["SearchAfter"];
        /** @description Intensity of the controversy. */
        score?: components["parameters"]["Score"];
        /** @description When the document was extracted. */
        extract_date?: components["parameters"]["ExtractDate"];
        /** @description Goals to keep. The value set is not shown; ours is SDG:1 to SDG:17, as in the documents. */
        category?: components["schemas"]["Texts"];
        /** @description `<field>:<direction>`, several allowed. */
        order?: string[];
        /** @description Fields to return. */
        fields?: components["parameters"]["SdgDocumentFields"];
        /** @description Language to translate into, as a code of two or three letters or an English name. When empty, nothing is translated. */
        translate?: components["parameters"]["Translate"];
      };
      header?: never;
      path: {
        /** @description Permanent entity id. */
        entity_id: components["parameters"]["EntityId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SdgDocumentPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["NoLicence"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  listUniverseEntities: {
    parameters: {
      query?: {
        /** @description Records per page. */
        size?: components["parameters"]["Size"];
        /** @description The cursor taken from the previous page; opaque and bound to the filters. */
        search_after?: components["parameters"]["SearchAfter"];
        /** @description `<field>:<direction>`, by name only. */
        order?: string[];
        /** @description Name of the entity. */
        name?: components["schemas"]["TextOperators"];
        /** @description Another name of the entity. */
        alias?: components["schemas"]["TextOperators"];
        /** @description D-U-N-S number; a filter only. */
        duns?: components["schemas"]["TextOperators"];
        /** @description Financial Instrument Global Identifier. */
        figi?: components["schemas"]["TextOperators"];
        /** @description International Securities Identification Number. */
        isin?: components["schemas"]["TextOperators"];
        /** @description Ticker symbol. */
        ticker?: components["schemas"]["TextOperators"];
        /** @description Legal Entity Identifier. */
        lei?: components["schemas"]["TextOperators"];
        /** @description Permanent entity id. */
        entity_id?: components["schemas"]["TextOperators"];
        /** @description Website. */
        website?: components["schemas"]["TextOperators"];
        /** @description City, lowercase. */
        city?: components["schemas"]["TextOperators"];
        /** @description Value of a registration code. */
        registration_code?: components["schemas"]["TextOperators"];
        /** @description Number of employees. */
        employee_count?: components["schemas"]["IntegerOperators"];
        /** @description Value of any revenue. */
        revenue?: components["schemas"]["IntegerOperators"];
        /** @description Code of any node of the ISIC4 tree. */
        isic4?: components["schemas"]["TextOperators"];
        /** @description ISIC4 section of the entity, a single letter A to U, with an operator; not a response field. Our choice: an entity of several sections matches eq and in by any of them, neq and nin by none. */
        sector?: components["parameters"]["Sector"];
        /** @description Code or description of an industry code. */
        industry_code?: components["schemas"]["TextOperators"];
        /** @description Code or description of a UNSPSC entry. */
        unspsc?: components["schemas"]["TextOperators"];
        /** @description Region, lowercase. */
        region?: components["schemas"]["TextOperators"];
        /** @description Value of a private code of the caller's company. */
        client_code?: components["schemas"]["TextOperators"];
        /** @description Lowercase country names. Allowed values are not shown; ours are the English names of ISO 3166 countries. */
        country?: components["schemas"]["Texts"];
        /** @description Fields to return. */
        fields?: components["parameters"]["EntityFields"];
      };
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page with the total. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntityPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  searchEntities: {
    parameters: {
      query?: {
        /** @description Greatest number of matches per searched entity. */
        max_candidates?: number;
        /** @description Fields to return. */
        fields?: (
          | "id"
          | "description"
          | "figi"
          | "isin"
          | "ticker"
          | "alias"
          | "website"
          | "country"
          | "employee_count"
          | "revenue"
          | "isic4"
          | "industry_codes"
          | "unspsc"
          | "city"
          | "region"
          | "lei"
          | "registration_codes"
          | "name"
          | "created_at"
          | "client_code"
          | "related_universe_count"
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EntitySearchRequest"];
      };
    };
    responses: {
      /** @description One item per searched entity, in the order of the request. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntitySearchResult"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedType"];
    };
  };
  listEntityUniverses: {
    parameters: {
      query?: {
        /** @description Records per page. */
        size?: components["parameters"]["Size"];
        /** @description The cursor taken from the previous page; opaque and bound to the filters. */
        search_after?: components["parameters"]["SearchAfter"];
      };
      header?: never;
      path: {
        /** @description Permanent entity id. */
        entity_id: components["parameters"]["EntityId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AssociatedUniversePage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["NoLicence"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  createUniverse: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UniverseInput"];
      };
    };
    responses: {
      /** @description The universe was created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UniverseCreated"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedType"];
      503: components["responses"]["StoreFull"];
    };
  };
  updateUniverse: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Universe identifier. */
        universe_id: components["parameters"]["UniverseId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UniverseChange"];
      };
    };
    responses: {
      /** @description The universe was updated. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedType"];
      503: components["responses"]["StoreFull"];
    };
  };
  listTasks: {
    parameters: {
      query?: {
        /** @description Records per page. */
        size?: components["parameters"]["Size"];
        /** @description The cursor taken from the previous page; opaque and bound to the filters. */
        search_after?: components["parameters"]["SearchAfter"];
        /** @description Fields to return. */
        fields?: ("id" | "status" | "description" | "type" | "created_at" | "completed_at")[];
        /** @description `<field>:<direction>`, several allowed. */
        order?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TaskPage"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["NoLicence"];
      403: components["responses"]["Forbidden"];
      405: components["responses"]["MethodNotAllowed"];
    };
  };
  extendCoverage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CoverageExtensionRequest"];
      };
    };
    responses: {
      /** @description The task that was queued. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CoverageExtensionStarted"];
        };
      };
      400: components["responses"]["Invalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      405: components["responses"]["MethodNotAllowed"];
      413: components["responses"]["TooLarge"];
      415: components["responses"]["UnsupportedType"];
      429: components["responses"]["TooManyRequests"];
      503: components["responses"]["StoreFull"];
    };
  };
}
