/**
 * Different ways to say the same thing in questions about security, privacy and compliance, one group per line: each is found by any
 * other in its group. Indented lines continue the group above. Endings do not matter, and longer phrases are looked for first.
 */
const TABLE = `
# Signing in
mfa, multi factor authentication, multifactor authentication, two factor authentication,
  2 factor authentication, 2fa, two step verification, two step authentication, two step login,
  second factor, second step, strong authentication, authenticator app, one time password, one time code,
  otp, security key, hardware key
sso, single sign on, single signon, saml, openid connect, oidc, federated identity, identity federation,
  identity provider, idp, okta, azure ad, entra, active directory, company account, corporate account
signin, sign in, sign on, login, log in, logon, log on, authenticate, authentication
password, passphrase, passcode
account, user account, credential, user id
length, long, character, complexity, complex
offboarding, leaver, leave, quit, resign, depart, departure, exit, fired, dismissed, let go,
  terminate employee, termination of employment, leaving the company
onboarding, joiner, new hire, new starter
revoke, remove, disable, deactivate, withdraw, shut off, deprovision, take away, close account
access, permission, privilege, entitlement, access right, access control, authorization, authorisation
admin, administrator, administrative, root, superuser, privileged, privileged access, pam, elevated
review, recertify, recertification, re certification, attest, recheck
# Data
encryption, encrypt, cryptography, cryptographic, cipher, aes, scramble
at rest, stored data, data storage, disk, stored on, while stored, when stored
in transit, in motion, in flight, travel, transmission, transmitted, tls, ssl, https, over the internet,
  over the network, transport
key management, kms, hsm, encryption key
data, information, record
personal data, personal information, personally identifiable information, pii
location, located, country, continent, region, residency, geography, geographic, geographical, jurisdiction, hosted,
  hosting, host
eu, europe, european, european union, eea
delete, deletion, erase, erasure, destroy, destruction, dispose, disposal, purge, sanitize, data return,
  hand back
contract end, end of contract, contract ends, termination, terminate, cancel, cancellation,
  end of the agreement, expiry of the agreement, offboard customer
tenant, multi tenant, multi tenancy, multitenant, other customer, another customer, different customer,
  other client, another client, competitor
separate, segregate, segregation, isolate, isolation, separation, keep apart, split
retention, retain, kept for, keep for, how long
# Finding and fixing
pentest, penetration test, penetration testing, pen test, pen testing, ethical hacking, red team,
  red teaming, intrusion test
independent, external, outside, third party test, by a third party
vulnerability, weakness, security hole, security flaw, security bug, cve
fix, patch, remediate, remediation, repair, security update, mend
scan, scanner, scanning, vulnerability assessment
disclosure, vulnerability disclosure, responsible disclosure, coordinated disclosure, bug bounty, bounty,
  security txt, vdp
researcher, hacker, ethical hacker, white hat, finder
critical, severe, serious, high risk
deadline, timeline, timeframe, time frame, sla for fixing, how quickly, how fast, how soon, within what time,
  how many days, how many hours
# Keeping running
backup, back up, backed up, backing up
recovery, recover, restore, restoration
continuity, business continuity, bcp, bcm, disaster, disaster recovery, drp, dr plan, outage, contingency,
  resilience, rto, recovery time objective, rpo, recovery point objective
uptime, downtime, availability, be up, stay up, available percent, service level, service level agreement, sla
# When something goes wrong
incident, security incident, security event, cyber attack, cyberattack, under attack
respond, response, react, handle, deal with
breach, data breach, leak, leaked, compromise, compromised, exposure, data loss
notify, notification, inform, tell, alert us, let us know, report to us
plan, procedure, playbook, runbook, documented process
# People
employee, staff, personnel, workforce, worker, team member, colleague, our people, your people
training, train, educate, education, awareness, teach, taught, course, made aware, learn
phishing, social engineering, fake email, scam email
background check, background screening, screening, screen, vetting, vet, criminal record, criminal check,
  reference check, check the background
hire, recruit, new employee, candidate, applicant, before employment, pre employment
# Others
vendor, supplier, third party, service provider, outsourcing, outsource, other company
subprocessor, sub processor, subcontractor, sub contractor, share our data, shared with, processor,
  outside firm, outside company, on your behalf, on our behalf
risk management, risk assessment, assess risk, due diligence
assess, evaluate, assessment, evaluation, check before, look at how
# Making software
sdlc, software development life cycle, software development lifecycle, development process,
  secure development, secure coding, software development, development life cycle, develop software
developer, engineer, programmer
code review, peer review, second engineer, four eyes, pull request, review code, reviewed by another
release, deploy, deployment, go live, ship
environment, staging, test system, test environment, development environment, non production
production, live server, live system, live data, production data, prod
application, app, software, web application
# Watching
logging, log event, logged, audit trail, audit log, event log, activity log, keep a record, siem
monitor, monitoring, watch, detect, alert
# Machines and places
endpoint, laptop, notebook, computer, workstation, pc, desktop, device, mobile device, mdm
antivirus, anti virus, malware, anti malware, virus, edr
wipe, remote wipe, erase remotely
network, perimeter, network security, intranet
firewall, waf, web application firewall
ddos, denial of service, dos attack, junk traffic, flood of traffic
physical, building, office, facility, premises, site
data center, datacenter, data centre, server room
visitor, guest
badge, access card, key card
accompany, escort
# Rules and proof
policy, policies
information security, infosec, isms, cyber security, cybersecurity, security program
management, leadership, executive, board
approve, sign off, signed off, approval
certification, certificate, certified, attestation, audit report, auditor, iso 27001, iso iec 27001, soc 2, soc2,
  accreditation
dpo, data protection officer, privacy officer
customer, client
annual, yearly, every year, once a year, each year, per year, twelve months, 12 months
how often, frequency, frequently, regularly, periodically, periodic, interval, every quarter, quarterly
`;

/** The first of each group names it. */
export const SYNONYMS: readonly (readonly string[])[] = TABLE.replaceAll(/,\n\s+/g, ", ")
	.split("\n")
	.filter((line) => line !== "" && !line.startsWith("#"))
	.map((line) => line.split(", "));

/** Things that are not the same but answer each other's questions: they count for less. */
export const RELATED: readonly (readonly [one: string, other: string])[] = [
	["backup", "recovery"],
	["continuity", "recovery"],
	["vendor", "subprocessor"],
	["incident", "breach"],
	["vulnerability", "pentest"],
	["vulnerability", "disclosure"],
	["researcher", "pentest"],
	["revoke", "offboarding"],
	["signin", "mfa"],
	["signin", "sso"],
	["access", "account"],
	["encryption", "at rest"],
	["encryption", "in transit"],
	["endpoint", "antivirus"],
	["environment", "production"],
	["release", "sdlc"],
	["code review", "sdlc"],
	["logging", "monitor"],
	["network", "firewall"],
	["contract end", "delete"],
	["tenant", "separate"],
	["hire", "background check"],
];
