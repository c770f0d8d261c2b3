/** Invisible, but splits what a tracker would read as one word. */
const BREAK = "\u200B";

/**
 * Disables what trackers act on in any text: mentions, references to issues, merge requests, labels, milestones and the like, and
 * addresses that become links. What people read stays the same.
 */
export const harmless = (text: string): string =>
	text
		.replaceAll(/[@#!~%$&^*](?=[\w"[{(])/g, `$&${BREAK}`)
		.replaceAll(/\b(GH|www|\w+:\/)(?=[-./])/gi, `$1${BREAK}`)
		// Keys of Jira, and of GitHub’s autolinks.
		.replaceAll(/\b([A-Z][A-Z0-9_]{1,19})-(?=\d)/g, `$1-${BREAK}`);

/** GitLab takes a line that starts with a slash for a command. */
export const withoutCommands = (text: string): string =>
	text
		.split("\n")
		.map((line) => {
			const rest = line.trimStart();
			return rest.startsWith("/") ? line.slice(0, line.length - rest.length) + BREAK + rest : line;
		})
		.join("\n");
