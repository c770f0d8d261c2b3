import type { RuleMeta } from "../shared/rule.ts";

type Row = [
	category: RegExp,
	id: string,
	title: string,
	severity: RuleMeta["severity"],
	cwe: number | null,
	whyOwner: string,
	whyEngineer: string,
	fixOwner: string,
	fixEngineer: string,
];

/** By the names of Wapiti's categories, which differ a little between releases. */
// biome-ignore format: a table
const TABLE: readonly Row[] = [
	[/^(Blind )?SQL Injection$/, "wapiti-sql-injection", "Visitors can talk to the database", "high", 89,
		"A stranger may be able to read or change everything in the site's database.", "A parameter reaches an SQL statement unescaped.",
		"Ask your developers to fix this before anything else.", "Use parameterized statements for every value; give the database user only the rights it needs."],
	[/^Command execution$/, "wapiti-command-execution", "Visitors can run commands on the server", "high", 78,
		"A stranger may be able to take over the server.", "A parameter reaches a shell or an evaluated expression.",
		"Ask your developers to fix this before anything else.", "Do not build commands or code from input; call programs with argument lists and allow-listed values."],
	[/^Path Traversal$/, "wapiti-path-traversal", "Visitors can read files of the server", "high", 22,
		"A stranger may be able to read files that hold passwords or customers' data.", "A parameter names a file and is not confined to a folder.",
		"Ask your developers to fix this soon.", "Map input to known names, or resolve the path and check that it is below the intended folder."],
	[/^(Reflected )?Cross Site Scripting$/, "wapiti-xss", "The site can be made to run foreign scripts", "high", 79,
		"Someone can send your visitors a link that makes your site act against them.", "A parameter is written into the page unencoded (reflected cross-site scripting).",
		"Ask your developers to fix this soon.", "Encode output for its context, and add a Content-Security-Policy without unsafe-inline."],
	[/^Stored Cross Site Scripting$/, "wapiti-stored-xss", "Foreign scripts can be stored in the site", "high", 79,
		"Someone can leave a script behind that acts against every visitor.", "Stored input is written into pages unencoded (stored cross-site scripting).",
		"Ask your developers to fix this before anything else.", "Encode output for its context; sanitize stored markup with an allow-list."],
	[/^(Stored )?HTML Injection$/, "wapiti-html-injection", "Visitors can place their own markup in pages", "medium", 80,
		"Someone can make your site show texts and forms that are not yours.", "Input is written into the page as markup.",
		"Ask your developers to fix this.", "Encode output for its context."],
	[/^CRLF Injection$/, "wapiti-crlf-injection", "Visitors can add response headers", "medium", 93,
		"Someone can make your site answer in ways you did not intend.", "Line breaks in a parameter reach a response header.",
		"Ask your developers to fix this.", "Refuse line breaks in everything that goes into a header."],
	[/^Open Redirect$/, "wapiti-open-redirect", "Links to your site can lead elsewhere", "medium", 601,
		"Fraudsters can use your good name in links that end at their own site.", "A parameter decides where a redirect goes.",
		"Ask your developers to fix this.", "Redirect to known paths only, or to a list of allowed hosts."],
	[/^LDAP Injection$/, "wapiti-ldap-injection", "Visitors can change directory queries", "high", 90,
		"A stranger may be able to log in as someone else or read your staff directory.", "A parameter reaches an LDAP filter unescaped.",
		"Ask your developers to fix this soon.", "Escape filter values (RFC 4515) or use a library that does."],
	[/^XML External Entity$/, "wapiti-xxe", "XML input can read files of the server", "high", 611,
		"A stranger may be able to read files of the server.", "The XML parser resolves external entities.",
		"Ask your developers to fix this soon.", "Switch off document types and external entities in the XML parser."],
	[/^Log4Shell$|^Spring4Shell$|^Shellshock|^Vulnerable software$/, "wapiti-known-vulnerability", "A widely exploited vulnerability is present", "high", 1395,
		"This fault is widely known, and attackers' programs look for it all day.", "The response to a known exploit shows that the component is vulnerable.",
		"Ask your host to update the software today.", "Update the component to a fixed release and look for traces of earlier use."],
	[/^Cross Site Request Forgery$/, "wapiti-csrf", "Forms accept requests from other sites", "medium", 352,
		"Another site may be able to make your visitors submit this form without knowing.", "The form has no anti-CSRF token; SameSite cookies may still protect it.",
		"Ask your developers whether this form changes anything, and to protect it if so.", "Add a token bound to the session, and set SameSite on the session cookie."],
	[/^Backup file$/, "wapiti-backup-file", "Backup copies can be downloaded", "medium", 530,
		"Old copies of files may show strangers how the site is made, with passwords in it.", "A backup of a script answers with 200; a site that answers 200 to everything can mislead here.",
		"Ask for the copies to be deleted.", "Remove backups from the web root and deny their endings in the server."],
	[/^Htaccess Bypass$/, "wapiti-method-bypass", "Access protection can be bypassed", "high", 287,
		"Strangers may be able to get into a protected area.", "A restriction by HTTP method is bypassed with another method.",
		"Ask your host to fix this soon.", "Restrict by location and not by method (no <Limit> in Apache)."],
	[/^Content Security Policy Configuration$/, "wapiti-csp", "No protection against foreign scripts in the browser", "low", 693,
		"If a fault lets foreign scripts in, nothing in the browser stops them.", "Content-Security-Policy is missing or weak.",
		"Ask your developers to add this protection.", "Add a Content-Security-Policy with nonces or hashes; begin in report-only mode."],
	[/^Clickjacking Protection$|^MIME Type Confusion$|^HTTP Strict Transport Security|^HTTP Secure Headers$/, "wapiti-security-header", "A protective response header is missing", "low", 693,
		"Browsers offer protections that your site does not ask for.", "A security header is missing.",
		"Ask your host to add the header.", "Set X-Content-Type-Options, frame-ancestors and, over HTTPS, Strict-Transport-Security."],
	[/^HttpOnly Flag cookie$/, "wapiti-cookie-httponly", "Scripts can read a cookie", "low", 1004,
		"If a foreign script gets in, it can take this cookie.", "HttpOnly is not set.",
		"Ask your developers to add the flag.", "Set HttpOnly on every cookie that scripts do not need."],
	[/^Secure Flag cookie$/, "wapiti-cookie-secure", "A cookie may travel unencrypted", "low", 614,
		"Someone on the same network may be able to read this cookie.", "Secure is not set.",
		"Ask your developers to add the flag.", "Serve over HTTPS and set Secure on every cookie."],
	[/^Internal Server Error$/, "wapiti-server-error", "Unexpected input makes the site fail", "low", 755,
		"Unusual input makes pages fail, which often points at a deeper fault.", "An injected payload leads to a response of the 500 class.",
		"Ask your developers to look into it.", "Validate input and handle errors; look at the log for this request."],
	[/^Resource consumption$/, "wapiti-slow-answer", "Unexpected input makes the site very slow", "low", 400,
		"Unusual input keeps the site busy, which others could use to slow it down.", "A request with a payload timed out.",
		"Ask your developers to look into it.", "Bound the work per request, and look at the log for this one."],
];
const OTHER: Row = [
	/./,
	"wapiti-other",
	"Something else that Wapiti reports",
	"low",
	null,
	"The tool saw something that may need a look.",
	"We have no text for this category of Wapiti; what Wapiti says is in the evidence.",
	"Ask your developers to have a look.",
	"See the evidence and Wapiti's documentation of the category.",
];

/** The texts for one of Wapiti's categories. Undefined for mere information, such as a server's name. */
export function ruleOf(category: string): RuleMeta | undefined {
	if (/^Fingerprint |^HTTP Methods$|^Review Webserver/.test(category)) return undefined;
	const row = TABLE.find(([pattern]) => pattern.test(category)) ?? OTHER;
	const [, id, title, severity, cwe, whyOwner, whyEngineer, fixOwner, fixEngineer] = row;
	return {
		id,
		title,
		severity,
		cwe,
		why: { owner: whyOwner, engineer: whyEngineer },
		fix: { owner: fixOwner, engineer: fixEngineer },
	};
}
