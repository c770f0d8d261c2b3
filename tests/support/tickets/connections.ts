import { GITHUB_TOKEN } from "./github-stand-in.ts";
import { GITLAB_TOKEN } from "./gitlab-stand-in.ts";
import { JIRA_EMAIL, JIRA_TOKEN } from "./jira-stand-in.ts";

/** The connection settings for each of the stand-ins. */
export const CONNECTIONS = {
	github: { system: "github", project: "acme/web", token: GITHUB_TOKEN },
	gitlab: { system: "gitlab", project: "acme/platform/web", token: GITLAB_TOKEN },
	jira: { system: "jira", project: "SEC", issueType: "Task", email: JIRA_EMAIL, token: JIRA_TOKEN },
	"jira-dc": { system: "jira", project: "SEC", issueType: "Task", token: JIRA_TOKEN },
} as const;
