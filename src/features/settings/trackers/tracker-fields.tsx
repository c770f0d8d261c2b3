import { CLOUDS, SYSTEM_LABELS, type Tracker, type TrackerSystem } from "#contract/tickets/trackers.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { AboutClientField } from "../room/about-client-field.tsx";

type Props = {
	system: TrackerSystem;
	/** What is saved; absent for a new one. */
	tracker?: Tracker;
	clients: readonly Client[];
	errors: Record<string, string>;
	submitting: boolean;
};

const EXACT = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

const PROJECTS: Readonly<Record<TrackerSystem, { label: string; hint: string }>> = {
	github: { label: "Repository", hint: "As owner/name, such as acme/website." },
	gitlab: { label: "Project", hint: "Its path, such as acme/website, or its number." },
	jira: { label: "Project key", hint: "The letters before the number of an issue, such as SEC." },
};
const TOKENS: Readonly<Record<TrackerSystem, string>> = {
	github: "A fine-grained token for this repository alone, with read and write access to issues.",
	gitlab: "A project access token with the scope api and the role Reporter or higher.",
	jira: "Jira Cloud: an API token of the account above. Data Center: a personal access token.",
};

/** The fields of a tracker of one system, new or saved. */
export function TrackerFields({ system, tracker, clients, errors, submitting }: Props) {
	const prefix = tracker ? "edit-tracker" : "tracker";
	const isJira = system === "jira";
	return (
		<>
			<FormField
				id={`${prefix}-name`}
				name="name"
				label="Tracker name"
				hint="What members choose by, such as Website team."
				error={errors.name}
				defaultValue={tracker?.name}
				readOnly={submitting}
				required
				maxLength={100}
				autoComplete="off"
			/>
			<FormField
				// Each system has a different default.
				key={`url ${system}`}
				id={`${prefix}-url`}
				name="url"
				type="url"
				inputMode="url"
				label="Server"
				hint={
					isJira
						? "Such as https://acme.atlassian.net, or that of your own Jira."
						: `Change it if you run your own ${SYSTEM_LABELS[system]}.`
				}
				error={errors.url}
				defaultValue={tracker?.url ?? CLOUDS[system]}
				readOnly={submitting}
				required
				maxLength={500}
				{...EXACT}
			/>
			<FormField
				id={`${prefix}-project`}
				name="project"
				label={PROJECTS[system].label}
				hint={PROJECTS[system].hint}
				error={errors.project}
				defaultValue={tracker?.project}
				readOnly={submitting}
				required
				maxLength={300}
				{...EXACT}
			/>
			{isJira && (
				<>
					<FormField
						id={`${prefix}-issue-type`}
						name="issueType"
						label="Issue type"
						hint="Exactly as Jira shows it."
						error={errors.issueType}
						defaultValue={tracker?.issueType ?? "Task"}
						readOnly={submitting}
						required
						maxLength={60}
						autoComplete="off"
					/>
					<FormField
						id={`${prefix}-email`}
						name="email"
						type="email"
						label="Account of the token (Jira Cloud)"
						hint="Its email address. Leave this empty for Jira Data Center."
						error={errors.email}
						defaultValue={tracker?.email}
						readOnly={submitting}
						maxLength={254}
						{...EXACT}
					/>
				</>
			)}
			<FormField
				id={`${prefix}-token`}
				name="token"
				type="password"
				label="Access token"
				hint={`${TOKENS[system]} ${tracker ? "Leave this empty to keep the one that is set." : "Stored encrypted, and never shown again."}`}
				error={errors.token}
				readOnly={submitting}
				required={!tracker}
				maxLength={2_000}
				{...EXACT}
				autoComplete="new-password"
			/>
			<AboutClientField
				id={`${prefix}-client`}
				clients={clients}
				saved={tracker?.clientId ?? null}
				error={errors.clientId}
				disabled={submitting}
			/>
		</>
	);
}
