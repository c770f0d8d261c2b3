/** One list in an account's export. */
export type ExportSection = {
	name: string;
	/** The tables it is read from; a test checks that no table was forgotten. */
	tables: readonly string[];
	/** Columns with their names in the file. They are listed one by one, so that no hash or secret gets in. */
	columns: string;
	/** FROM and WHERE; `$1` is the account's id. */
	from: string;
	/** The columns that the rows are sorted by, with types. They identify a row. */
	key: readonly (readonly [column: string, type: "uuid" | "text" | "bigint" | "date"])[];
	/** How many rows are read at a time, if fewer than usual. */
	batch?: number;
};

/** The account itself, which comes first. */
export const EXPORTED_ACCOUNT = `id AS "accountId", email, email_confirmed_at AS "emailConfirmedAt",
	pending_email AS "pendingEmail", first_name AS "firstName", last_name AS "lastName", company, updates,
	created_at AS "createdAt", pending_watch AS "pendingWatch"`;

const ofAccount = (table: string) => `FROM ${table} WHERE account_id = $1`;
/** What is in a workspace belongs to it: the account gets that of its own workspace, as long as it owns that. */
const OWNS =
	"EXISTS (SELECT FROM memberships WHERE workspace_id = $1::uuid AND memberships.account_id = $1::uuid AND role = 'owner')";
const inWorkspace = (table: string) => `FROM ${table} WHERE workspace_id = $1::uuid AND ${OWNS}`;
const ofWorkspace = (table: string) => `${ofAccount(table)} AND ${OWNS}`;

export const EXPORT_SECTIONS: readonly ExportSection[] = [
	{
		name: "consents",
		tables: ["account_consents"],
		columns: `terms, updates, agreed_at AS "agreedAt"`,
		from: ofAccount("account_consents"),
		key: [["terms", "text"]],
	},
	{
		name: "sessions",
		tables: ["sessions", "push_subscriptions"],
		columns: `id, device, network, signed_in_with AS "signedInWith", remembered, sessions.created_at AS "createdAt", last_seen_at AS "lastSeenAt",
			EXISTS (SELECT FROM push_subscriptions WHERE session_id = id) AS "hasNotifications"`,
		from: ofAccount("sessions"),
		key: [["id", "uuid"]],
	},
	{
		name: "secondFactor",
		tables: ["account_totp", "account_recovery_codes"],
		columns: `'totp' AS kind, created_at AS "createdAt", confirmed_at AS "confirmedAt",
			(SELECT count(*)::integer FROM account_recovery_codes WHERE account_recovery_codes.account_id = account_totp.account_id) AS "recoveryCodesLeft"`,
		from: ofAccount("account_totp"),
		key: [["account_id", "uuid"]],
	},
	{
		name: "passkeys",
		tables: ["passkeys", "passkey_users"],
		columns: `id, name, encode(credential_id, 'base64') AS "credentialId", transports, syncable, synced, created_at AS "createdAt",
			last_used_at AS "lastUsedAt"`,
		from: ofAccount("passkeys"),
		key: [["id", "uuid"]],
	},
	{
		name: "notifications",
		tables: ["notification_choices"],
		columns: `scan_finished AS "scanFinished", new_finding AS "newFinding", mail`,
		from: ofAccount("notification_choices"),
		key: [["account_id", "uuid"]],
	},
	{
		name: "memberships",
		tables: ["memberships"],
		columns: `workspace_id AS "workspaceId", (SELECT name FROM workspaces WHERE id = workspace_id) AS workspace, role,
			client_id AS "clientId", accepted_at AS since, ends_on::text AS "endsOn"`,
		from: ofAccount("memberships"),
		key: [["workspace_id", "uuid"]],
	},
	{
		name: "clients",
		tables: ["clients"],
		columns: `id, name, code, color, country, sector, contact, sample, archived_at AS "archivedAt", created_at AS "createdAt"`,
		from: inWorkspace("clients"),
		key: [["id", "uuid"]],
	},
	{
		// Without the hashes of their links.
		name: "invitations",
		tables: ["invitations"],
		columns: `id, email, role, client_id AS "clientId", ends_on::text AS "endsOn", created_at AS "createdAt",
			expires_at AS "expiresAt", accepted_at AS "acceptedAt", revoked_at AS "revokedAt"`,
		from: inWorkspace("invitations"),
		key: [["id", "uuid"]],
	},
	{
		// Client secrets, proofs and sign-ins that are under way are secrets.
		name: "signOn",
		tables: ["sign_on_providers", "sign_on_domains", "sign_on_attempts"],
		columns: `workspace_id AS "workspaceId", issuer, oauth_client AS "oauthClient", role_claim AS "roleClaim", role_values AS "roleValues",
			default_role AS "defaultRole", required, changed_at AS "changedAt",
			(SELECT jsonb_agg(jsonb_build_object('domain', domain, 'verifiedAt', verified_at) ORDER BY domain)
			   FROM sign_on_domains WHERE sign_on_domains.workspace_id = sign_on_providers.workspace_id) AS domains`,
		from: inWorkspace("sign_on_providers"),
		key: [["workspace_id", "uuid"]],
	},
	{
		name: "companyIdentities",
		tables: ["sign_on_identities"],
		columns: `workspace_id AS "workspaceId", issuer, subject, created_at AS "createdAt"`,
		from: ofAccount("sign_on_identities"),
		key: [
			["workspace_id", "uuid"],
			["issuer", "text"],
			["subject", "text"],
		],
	},
	{
		name: "apiTokens",
		tables: ["api_tokens"],
		columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", name, prefix, scopes, created_at AS "createdAt",
			ends_on::text AS "endsOn", last_used_on::text AS "lastUsedOn", revoked_at AS "revokedAt"`,
		from: ofAccount("api_tokens"),
		key: [["id", "uuid"]],
	},
	{
		// Secrets are the receivers’ business. What was sent is in the other lists.
		name: "webhooks",
		tables: ["webhooks", "webhook_deliveries", "announced_standings"],
		columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", kind, url, description, events, active, off_because AS "offBecause",
			created_at AS "createdAt", failing_since AS "failingSince"`,
		from: inWorkspace("webhooks"),
		key: [["id", "uuid"]],
	},
	{
		// Without tokens.
		name: "trackers",
		tables: ["trackers"],
		columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", name, system, url, project, issue_type AS "issueType", email,
			created_at AS "createdAt"`,
		from: inWorkspace("trackers"),
		key: [["id", "uuid"]],
	},
	{
		name: "tickets",
		tables: ["tickets"],
		columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", tracker_id AS "trackerId", fingerprint, task_id AS "taskId",
			remote AS state, key, url, created_at AS "createdAt", synced_at AS "syncedAt"`,
		from: inWorkspace("tickets"),
		key: [["id", "uuid"]],
	},
	{
		name: "targets",
		tables: ["target_claims"],
		columns: `id, host, includes_subdomains AS "includesSubdomains", token, created_at AS "createdAt",
			proven_by AS "provenBy", proven_at AS "provenAt", file_seen_at AS "fileSeenAt", checked_at AS "checkedAt", problem`,
		from: ofWorkspace("target_claims"),
		key: [["id", "uuid"]],
	},
	{
		name: "assets",
		tables: ["assets"],
		columns: `host, coalesce((SELECT name FROM clients WHERE clients.id = client_id), '') AS client, removed_at AS "removedAt"`,
		from: ofWorkspace("assets"),
		key: [["host", "text"]],
	},
	{
		name: "assetDates",
		tables: ["asset_facts"],
		columns: `asset, what, host, port, detail, ends_at AS "endsAt", seen_at AS "seenAt"`,
		from: ofWorkspace("asset_facts"),
		key: [["id", "bigint"]],
	},
	{
		name: "schedules",
		tables: ["schedules"],
		columns: `id, name, request, recurrence, time_zone AS "timeZone", overlap, digest, status,
			next_run_at AS "nextRunAt", last_run AS "lastRun", missed_runs AS "missedRuns", created_at AS "createdAt"`,
		from: ofWorkspace("schedules"),
		key: [["id", "uuid"]],
	},
	{
		name: "scans",
		tables: ["scans", "scan_reports", "scan_sent", "scan_events", "scan_raw", "schedule_scans"],
		columns: `scans.id, kind, target, request, client, note, state AS status, accepted_at AS "acceptedAt", started_at AS "startedAt",
			finished_at AS "finishedAt", coverage, failure_code AS "failureCode", failure_message AS "failureMessage",
			adopted_at AS "movedFromPublicFormAt",
			(SELECT schedule_id FROM schedule_scans WHERE scan_id = scans.id) AS "scheduleId",
			(SELECT report FROM scan_reports WHERE scan_id = scans.id) AS report,
			(SELECT sent FROM scan_sent WHERE scan_id = scans.id) AS sent,
			(SELECT jsonb_agg(jsonb_build_object('at', at, 'what', what, 'text', text) ORDER BY id)
			   FROM scan_events WHERE scan_id = scans.id) AS timeline,
			(SELECT jsonb_agg(jsonb_build_object('name', name, 'mediaType', media_type, 'base64', encode(content, 'base64'))
			   ORDER BY name) FROM scan_raw WHERE scan_id = scans.id) AS "toolOutput"`,
		from: `FROM scans WHERE owner = $1::uuid::text AND ${OWNS}`,
		key: [["scans.id", "uuid"]],
		batch: 5,
	},
	{
		name: "findings",
		tables: ["findings"],
		columns: `fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scan_id AS "lastScanId",
			first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt", fixed_at AS "fixedAt",
			reopened_at AS "reopenedAt", standing AS state, reason, until::text, said_at AS "saidAt"`,
		from: ofWorkspace("findings"),
		key: [["fingerprint", "text"]],
	},
	{
		name: "findingVerdicts",
		tables: ["finding_words"],
		columns: `fingerprint, state, reason, until::text, said_at AS "saidAt"`,
		from: ofWorkspace("finding_words"),
		key: [["id", "bigint"]],
	},
	{
		name: "findingChanges",
		tables: ["finding_changes"],
		columns: `fingerprint, scan_id AS "scanId", at, what, severity`,
		from: ofWorkspace("finding_changes"),
		key: [["id", "bigint"]],
	},
	{
		name: "findingSightings",
		tables: ["finding_sightings"],
		columns: `fingerprint, scan_id AS "scanId", at, seen, severity, state`,
		from: ofWorkspace("finding_sightings"),
		key: [
			["fingerprint", "text"],
			["scan_id", "uuid"],
		],
	},
	{
		name: "findingRetests",
		tables: ["finding_retests"],
		columns: `fingerprint, scan_id AS "scanId", asked_at AS "askedAt", state, severity`,
		from: ofWorkspace("finding_retests"),
		key: [
			["fingerprint", "text"],
			["scan_id", "uuid"],
		],
	},
	{
		name: "findingDays",
		tables: ["finding_days"],
		columns: "day::text, high, medium, low, none",
		from: ofWorkspace("finding_days"),
		key: [["day", "date"]],
	},
	{
		name: "reports",
		tables: ["account_reports", "account_report_files", "account_report_shares"],
		columns: `id, template, name, created_by AS "createdBy", request, accepted_at AS "acceptedAt", status, failure, sections,
			downloads,
			(SELECT convert_from(content, 'UTF8')::jsonb FROM account_report_files
			   WHERE report_id = account_reports.id AND format = 'json') AS data,
			(SELECT jsonb_agg(jsonb_build_object('createdAt', created_at, 'expiresAt', expires_at, 'opened', opened)
			   ORDER BY created_at) FROM account_report_shares WHERE report_id = account_reports.id) AS shares`,
		from: ofWorkspace("account_reports"),
		key: [["id", "uuid"]],
		batch: 5,
	},
	{
		// The files themselves are downloaded where their evidence is: together they may be larger than any JSON can be. Thumbnails
		// show nothing that the files do not.
		name: "evidence",
		tables: ["evidence", "evidence_files", "evidence_thumbnails", "evidence_links", "evidence_custody", "files"],
		columns: `id, title, note, taken_at AS "takenAt", received_at AS "receivedAt", taken_by_name AS "takenBy", device,
			place AS "takenWhere", kind, method, source, effective_from::text AS "effectiveFrom", effective_to::text AS "effectiveTo",
			expires_on::text AS "expiresOn", state, state_reason AS "stateReason", supersedes, record,
			(SELECT jsonb_agg(jsonb_build_object('name', part.name, 'sha256', encode(part.sha256, 'hex'), 'size', files.size,
			   'type', files.type) ORDER BY part.no)
			   FROM evidence_files AS part JOIN files ON files.workspace_id = part.workspace_id AND files.sha256 = part.sha256
			   WHERE part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id) AS files,
			(SELECT jsonb_agg(jsonb_build_object('type', subject_type, 'id', subject_id) ORDER BY linked_at)
			   FROM evidence_links AS link
			   WHERE link.workspace_id = evidence.workspace_id AND link.evidence_id = evidence.id) AS about,
			(SELECT jsonb_agg(jsonb_build_object('at', at, 'by', who_name, 'what', what, 'type', subject_type, 'id', subject_id)
			   ORDER BY no) FROM evidence_custody AS line
			   WHERE line.workspace_id = evidence.workspace_id AND line.evidence_id = evidence.id) AS custody`,
		from: inWorkspace("evidence"),
		key: [["id", "uuid"]],
	},
	{
		// The official words that were loaded are their publisher's, and everyone who may use them has them.
		name: "frameworks",
		tables: ["framework_choices", "framework_catalogs", "catalog_texts"],
		columns: `client_id AS "clientId", framework, chosen_at AS "chosenAt", given_up_at AS "givenUpAt",
			(SELECT title FROM framework_catalogs AS loaded
			   WHERE (loaded.workspace_id, loaded.framework) = (framework_choices.workspace_id, framework_choices.framework)) AS catalog`,
		from: inWorkspace("framework_choices"),
		key: [
			["client_id", "uuid"],
			["framework", "text"],
		],
	},
	{
		name: "decisions",
		tables: ["requirement_decisions"],
		columns: `client_id AS "clientId", framework, requirement_id AS "requirementId", state, justification, said_at AS "saidAt",
			said_by_name AS "saidBy", reviewed_at AS "reviewedAt"`,
		from: inWorkspace("requirement_decisions"),
		key: [
			["client_id", "uuid"],
			["framework", "text"],
			["requirement_id", "text"],
		],
	},
	{
		name: "controls",
		tables: ["controls", "control_requirements", "control_tests"],
		columns: `id, client_id AS "clientId", code, title, objective, kind, state, reason, owner, created_at AS "createdAt",
			(SELECT jsonb_agg(jsonb_build_object('framework', framework, 'id', requirement_id) ORDER BY framework, requirement_id)
			   FROM control_requirements AS link
			   WHERE (link.workspace_id, link.control_id) = (controls.workspace_id, controls.id)) AS requirements,
			(SELECT jsonb_agg(jsonb_build_object('id', test.id, 'title', test.title, 'spec', spec, 'everyDays', every_days, 'active', active)
			   ORDER BY test.created_at, test.id) FROM control_tests AS test
			   WHERE (test.workspace_id, test.control_id) = (controls.workspace_id, controls.id)) AS tests`,
		from: inWorkspace("controls"),
		key: [["id", "uuid"]],
	},
	{
		name: "testRuns",
		tables: ["test_runs", "newest_runs"],
		columns: `id, client_id AS "clientId", control_id AS "controlId", test_id AS "testId", host, at, window_from AS "windowFrom",
			window_to AS "windowTo", result, reason, expires_on::text AS "expiresOn", scan_id AS "scanId", by_name AS "by",
			evidence_id AS "evidenceId", answers`,
		from: inWorkspace("test_runs"),
		key: [["id", "uuid"]],
	},
	{
		name: "tasks",
		tables: ["tasks", "task_controls"],
		columns: `id, client_id AS "clientId", title, note, cause_type AS cause, cause_id AS "causeId", owner, due::text, state, outcome,
			created_at AS "createdAt", reopened_at AS "reopenedAt", ended_at AS "endedAt",
			(SELECT jsonb_agg(control_id ORDER BY control_id) FROM task_controls AS about
			   WHERE (about.workspace_id, about.task_id) = (tasks.workspace_id, tasks.id)) AS controls`,
		from: inWorkspace("tasks"),
		key: [["id", "uuid"]],
	},
	{
		// Links to signed copies are secrets of those who got them.
		name: "assessments",
		tables: ["assessments", "sign_offs", "signed_links"],
		columns: `id, client_id AS "clientId", title, subject, template_id AS "templateId", template_version AS "templateVersion",
			template_title AS "templateTitle", state, state_reason AS "stateReason", started_at AS "startedAt", started_by_name AS "startedBy",
			changed_at AS "changedAt", revision,
			(SELECT jsonb_agg(jsonb_build_object('id', signed.id, 'revision', signed.revision, 'covers', covers, 'sha256',
			   encode(sha256, 'hex'), 'signers', signers, 'place', place, 'saidAt', said_at, 'takenBy', signed_by_name, 'voidedAt', voided_at)
			   ORDER BY received_at, signed.id)
			   FROM sign_offs AS signed
			   WHERE (signed.workspace_id, signed.assessment_id) = (assessments.workspace_id, assessments.id)) AS "signOffs"`,
		from: inWorkspace("assessments"),
		key: [["id", "uuid"]],
	},
	{
		name: "assessmentAnswers",
		tables: ["assessment_words"],
		columns: `id, assessment_id AS "assessmentId", question_id AS "questionId", answer, after, said_at AS "saidAt",
			received_at AS "receivedAt", said_by_name AS "saidBy"`,
		from: inWorkspace("assessment_words"),
		key: [["no", "bigint"]],
	},
	{
		// Tokens, codes and sessions are secrets of the people behind the links.
		name: "respondents",
		tables: ["respondents", "respondent_codes", "respondent_sessions", "respondent_parts"],
		columns: `id, client_id AS "clientId", assessment_id AS "assessmentId", name, email, sections, created_at AS "createdAt",
			ends_on::text AS "endsOn", opened_at AS "openedAt", confirmed_at AS "confirmedAt", revoked_at AS "revokedAt",
			(SELECT jsonb_agg(jsonb_build_object('section', section, 'sentAt', sent_at) ORDER BY sent_at, section)
			   FROM respondent_parts WHERE respondent_id = respondents.id) AS parts`,
		from: inWorkspace("respondents"),
		key: [["id", "uuid"]],
	},
	{
		name: "assessmentTemplates",
		tables: ["assessment_templates"],
		columns: `id, version, template, loaded_at AS "loadedAt"`,
		from: inWorkspace("assessment_templates"),
		key: [
			["id", "text"],
			["version", "bigint"],
		],
		batch: 5,
	},
	{
		name: "words",
		tables: ["said_words"],
		columns: `client_id AS "clientId", subject_type AS about, subject_id AS "aboutId", field, value, said_at AS "saidAt",
			said_by_name AS "saidBy", counted`,
		from: inWorkspace("said_words"),
		key: [["no", "bigint"]],
	},
	{
		// The files are downloaded where their questionnaires are, filled with what was confirmed.
		name: "questionnaires",
		tables: ["questionnaires", "questionnaire_files", "questionnaire_questions"],
		columns: `id, client_id AS "clientId", title, customer, due::text, state, file_name AS "fileName",
			encode(sha256, 'hex') AS sha256, size, not_taken AS "notTaken", uploaded_at AS "uploadedAt", uploaded_by_name AS "uploadedBy",
			(SELECT jsonb_agg(jsonb_build_object('id', question.id, 'place', place, 'section', section, 'text', text, 'standing', standing,
			   'state', question.state, 'answer', answer, 'origin', origin, 'source', source, 'saidAt', said_at, 'saidBy', said_by_name)
			   ORDER BY no) FROM questionnaire_questions AS question
			   WHERE (question.workspace_id, question.questionnaire_id) = (questionnaires.workspace_id, questionnaires.id)) AS questions`,
		from: inWorkspace("questionnaires"),
		key: [["id", "uuid"]],
		batch: 5,
	},
	{
		name: "answerLibrary",
		tables: ["library_answers"],
		columns: `id, client_id AS "clientId", question, answer, tags, evidence, approved_at AS "approvedAt",
			approved_by_name AS "approvedBy", expires_on::text AS "expiresOn", withdrawn`,
		from: inWorkspace("library_answers"),
		key: [["id", "uuid"]],
	},
	{
		name: "answerWords",
		tables: ["answer_words"],
		columns: `client_id AS "clientId", subject_type AS about, subject_id AS "aboutId", field, shown, said_at AS "saidAt",
			said_by_name AS "saidBy", counted`,
		from: inWorkspace("answer_words"),
		key: [["no", "bigint"]],
	},
	{
		name: "unfinishedUploads",
		tables: ["uploads", "file_pieces"],
		columns: `id, encode(sha256, 'hex') AS sha256, size, type, received, created_at AS "createdAt", expires_at AS "expiresAt"`,
		from: `FROM uploads WHERE account_id = $1::uuid AND finished_at IS NULL`,
		key: [["id", "uuid"]],
	},
	{
		// Without the hashes of their addresses.
		name: "bundleLinks",
		tables: ["bundle_links"],
		columns: `id, client_id AS "clientId", framework, from_day::text AS "fromDay", to_day::text AS "toDay", auditor,
			created_at AS "createdAt", ends_on::text AS "endsOn", downloads`,
		from: inWorkspace("bundle_links"),
		key: [["id", "uuid"]],
	},
	{
		name: "auditLog",
		tables: ["audit_entries"],
		columns: `id::text AS id, at, client_id AS "clientId", who_name AS who, on_behalf_name AS "onBehalfOf", what,
			subject_type AS "subjectType", subject_id AS "subjectId", detail`,
		from: inWorkspace("audit_entries"),
		key: [["id", "bigint"]],
	},
	{
		name: "record",
		tables: ["audit_trail", "audit_addresses"],
		columns: `at, what, scan_id AS "scanId", kind, target, detail, statement,
			(SELECT address FROM audit_addresses WHERE audit_id = audit_trail.id) AS address`,
		from: "FROM audit_trail WHERE who = $1::text",
		key: [["id", "bigint"]],
	},
];
