import type { Config } from "#server/platform/settings/config.ts";

/** What each setting means, for docs/SETTINGS.md. Markdown. */
export const SETTING_TEXTS: Record<keyof Config, string> = {
	HOST: "The address to listen on.",
	PORT: "The port to listen on.",
	PUBLIC_URL:
		"The address people use; without it, `http://localhost:PORT`. Links in emails start with it, writes from other origins are refused, and other host names get 421. With https, the server sends HSTS and redirects plain http, and needs `TRUST_PROXY`. The pages' canonical addresses, their previews and `sitemap.xml` start with it too: the server puts it into them.",
	TRUST_PROXY:
		"`on` trusts the forwarded headers of one proxy with a private address, directly in front of the server; no other client with a private address may be able to reach the port. For several proxies in a row, list their addresses and ranges. A proxy must append the address it sees to `X-Forwarded-For`, or set the header.",
	VAR_DIR: "Folder for the database, emails, logs, installed scan tools, and the key that signs notifications.",
	PAGES_DIR:
		"Folder of the built pages, as seen from the product’s own folder. `npm start` sets it when `RETENTION_DAYS` or `VITE_LEAD_CAPTURE` is set: pages say how long data is kept, so such a build has a folder of its own.",
	DATABASE_URL: "Your own PostgreSQL, with the role the server uses. Without it, an embedded one runs in `VAR_DIR`.",
	DATABASE_OWNER_URL:
		"The same database, with the role that owns the tables; needed at the first start and after updates. [DATABASE.md](DATABASE.md) says how to create the two roles, and what happens with only one.",
	SMTP_URL:
		"Such as `smtps://user:password@mail.example.com`. Without it, emails are written to `VAR_DIR/mail` as `.eml` files.",
	MAIL_FROM: "Sender of emails. The default comes from `src/config/site.ts`.",
	TEAM_EMAIL: "Mailbox of the operator. The default comes from `src/config/site.ts`.",
	ROLE: "`api` and `worker` split the work over processes that share a `DATABASE_URL`.",
	SCAN_ALLOW:
		"Targets the operator lists: names, addresses and ranges, each with an optional port, separated by commas.",
	VAPID_PRIVATE_KEY:
		"The key notifications are sent with: 32 bytes in base64url. Without it, one is created at the first start and kept in `VAR_DIR`. Processes with different roles need the same key; without it they send no notifications. A new key ends every subscription.",
	SEAL_SECRET:
		"What opens that which devices have sealed, and encrypts what the server has to read again: the secrets of second-factor apps and of companies’ providers, and the keys that sign audit bundles. 32 bytes in base64url. Without it, one is created at the first start and kept in `VAR_DIR`. Processes with different roles need the same; without it devices seal nothing, apps and company sign-in cannot be set up, and audit bundles are not signed. With several, separated by commas, the first seals and all of them open. Without the one that a device sealed to, what waits on that device cannot be opened, so keep a copy apart from the database's backup.",
	SIGN_ON_ALLOW:
		"Providers of company sign-in the operator lists, as in `SCAN_ALLOW`; others are reached only at public addresses and by https.",
	WEBHOOK_SECRET:
		"What encrypts the signing secrets of webhooks and the tokens of trackers in the database: 32 bytes in base64url. Without it, one is created at the first start and kept in `VAR_DIR`. Processes with different roles need the same; without it there are no webhooks and no tickets. If it is lost, every webhook needs a new signing secret, and every tracker its token again.",
	WEBHOOK_ALLOW:
		"Receivers of webhooks the operator lists, as in `SCAN_ALLOW`; others are reached only at public addresses and by https.",
	TICKET_ALLOW:
		"Trackers the operator lists, as in `SCAN_ALLOW`, such as a GitLab in a private network; others are reached only at public addresses and by https.",
	PUSH_ALLOW:
		"Push services the operator lists, as in `SCAN_ALLOW`; others are reached only at public addresses and by https.",
	PRACTICE_TARGET: "The practice target: a small, deliberately weak website, on this machine only.",
	PRACTICE_PORT: "The practice target's http port; its https is the next port.",
	NDPR_SCRIPT_URL:
		"The script of a data-protection questionnaire that another provider runs, for the frame of `/ndpr`. Needs `NDPR_FORM_URL`. Without them, `/ndpr` shows our own.",
	NDPR_FORM_URL: "The form of that questionnaire.",
	CORS_ORIGINS:
		"Origins of front ends that run elsewhere and may call the API with the visitor's session, separated by commas. Browsers send the session only within the same site.",
	ENGINES: "`off` installs no scan tools; tools that are already there are still used.",
	NMAP_PATH: "Full path of Nmap, if it is neither in `VAR_DIR/tools` nor on PATH.",
	SSLYZE_PATH: "The same for SSLyze.",
	WAPITI_PATH: "The same for Wapiti.",
	ZAP_PATH: "The same for ZAP.",
	ZAP_ARCHIVE:
		"A release of ZAP to download and install, with its checksum: `https://…/ZAP_2.17.0_Linux.tar.gz#sha256=…`. The address and the SHA-256 are on ZAP's download page and with its release on GitHub; nothing else is ever unpacked. Needs Java 17 or later on PATH. Tested with a small stand-in archive from a local server, not with the real one.",
	ZAP_IMAGE:
		"A container image to run ZAP from, such as `ghcr.io/zaproxy/zaproxy:stable`, with `docker` or `podman`. The image is never pulled automatically.",
	ZAP_URL:
		"The http address of a ZAP daemon that you run, such as `http://127.0.0.1:8090`. It takes precedence over `ZAP_IMAGE`, which takes precedence over `ZAP_PATH`. Run it on the worker's machine, as the same user and with the same folder for temporary files: it reads each scan's plan there, writes its reports there, and goes through our proxy on loopback. Use one daemon per worker and for nothing else, because every scan starts a new session. Start it with `zap.sh -daemon -silent -notel -host 127.0.0.1 -port 8090 -config api.key=… -config insights.exitAuto=false -config alert.systemicLimit=0 -config oast.callback.localaddr=127.0.0.1`, ZAP 2.16 or later. Without the last three, an add-on may stop it in the middle of a scan, it lists only five places of some problems, and an add-on listens on all interfaces during a scan.",
	ZAP_API_KEY: "The key of that daemon's API, sent in a header and never logged.",
	RETENTION_DAYS:
		"Anonymous scans, reports and addresses are deleted after this many days. The pages that say so are built with it.",
	LIMIT_PER_ADDRESS: "Free scans from one network address per hour.",
	LIMIT_PER_EMAIL: "Emails to one mailbox per day.",
	LIMIT_PER_TARGET:
		"Scans of one host per hour (for your own hosts, per probing tool), and ten times as many per target address.",
	LIMIT_PER_ACCOUNT: "Scans of one account per hour, in place of the limit per network address.",
	SCANS_PER_ACCOUNT: "Scans of one account that run at once; others wait their turn.",
	SCANS_PER_TARGET: "Scans of one host by tools that run at once, over all accounts; others wait their turn.",
	LIMIT_SIGN_IN:
		"Wrong passwords from one network for one account in 15 minutes; ten times as many in an hour from one network for all accounts, and for one account from all devices it does not know.",
	LIMIT_ACCOUNT_CALLS:
		"Calls from one network address per hour that may send an email (registrations, requests for codes, changes of address, counted together), and as many wrong codes. The smaller limits per account and mailbox are in [decision 47](decisions/0047-codes-registrations-and-mails-to-strangers.md).",
	LIMIT_TOKEN_CALLS: "Calls with one API token per minute.",
	LIMIT_UPLOADS: "Files that one account begins to upload per hour.",
	EVIDENCE_FILE_MB: "Most megabytes of one file of evidence.",
	EVIDENCE_QUOTA_MB: "Most megabytes of all files of a workspace. `FILE_STORE` says where they are.",
	EVIDENCE_UPLOAD_DAYS:
		"Days after which an unfinished upload, or a file that no evidence names, is deleted. A device that still has it sends it again.",
	FILE_STORE:
		"Where the bytes of new files are stored: `database`, or `s3`. Files that are already stored stay where they are, and are read and deleted there. [FILES.md](FILES.md) says how to set up a bucket, and how to change back.",
	S3_ENDPOINT:
		"The address of an S3 service, such as `https://s3.example.com`. Without it, that of Amazon S3 in `S3_REGION`.",
	S3_BUCKET:
		"A private bucket for this installation alone. Needs `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`. Every process needs the same settings.",
	S3_REGION: "The bucket’s region. Services without regions take the default, or say which name they want.",
	S3_ACCESS_KEY_ID: "The ID of a key that may get, put and delete objects of the bucket.",
	S3_SECRET_ACCESS_KEY: "Its secret, never logged.",
	S3_FORCE_PATH_STYLE:
		"`on` has the bucket in the path of addresses (`https://s3.example.com/bucket/…`), which nearly every service understands; `off` in the host’s name (`https://bucket.s3.example.com/…`).",
	SCAN_TIME_LIMIT: "Seconds after which a scan ends with what it has.",
	ZAP_TIME_LIMIT: "The same for a ZAP scan.",
	METRICS_PORT:
		"The port for Prometheus metrics, at `/metrics`, and for the health of a process that has no other port. Without it, there are none. Keep it closed to visitors. [MONITORING.md](MONITORING.md) explains the metrics.",
	METRICS_HOST: "The address to listen on for metrics; without it, `HOST`.",
	DRAIN_SECONDS:
		"Seconds that a process still answers after SIGTERM while its readiness says no, so that a load balancer stops sending requests to it first. Longer than two of the balancer's checks; 0 where there is none.",
	LOG_LEVEL: "`debug`, `info`, `warn`, `error` or `silent`.",
};
