/**
 * Names of cookies that keep a visitor logged in, where no word in the name says so. By framework: WordPress, ASP.NET (Identity and Forms),
 * classic ASP, Tomcat, Drupal, ColdFusion, TYPO3, PrestaShop, CakePHP, Yii, XenForo, Plone, Symfony, Keycloak, SAP, SharePoint, Phoenix,
 * vBulletin, Oracle APEX, Ghost, Umbraco.
 */
const LOGINS = [
	/^wordpress_(?:logged_in|sec)_/,
	/^wordpress_[\da-f]{32}$/,
	/^\.aspnet(?:core)?\.(?:application)?cookies?/,
	/^\.aspnet(?:core)?\.(?:identity|external|twofactor)/,
	/^aspsessionid[a-z]{8}$/,
	/^jsessionidsso$/,
	/^s?sess[\da-f]{32,}$/,
	/^cfid$|^cftoken$/,
	/^[bf]e_typo_user$/,
	/^prestashop-[\da-f]+$/,
	/^cakephp$/,
	/^_identity/,
	/^xf_user$/,
	/^__ac$/,
	/^rememberme$/,
	/^keycloak_identity/,
	/^mysapsso2$/,
	/^fedauth$|^rtfa$/,
	/^_[a-z\d_]+_key$/,
	/sessionhash$/,
	/^ora_wwv_app_\d+$/,
	/^ghost-members-ssr$/,
	/^umb_ucontext$/,
];

/** Names with such a word that are no login: load balancers, visit counters, tokens against request forgery. */
const OTHERS = [
	/affinity|sticky|loadbalanc/,
	/^_?hjsession|^_?uetsid|^ttcsid|^fpgsid|^visid_incap|^ai_session|^ajs_|^amplitude|^optimizely/,
	/requestverification|antiforgery/,
];

/** A word that says session or login by itself, or as the end of several written as one: `PHPSESSID`, `accesstoken`. */
const LOGIN_WORD =
	/^(?:sess|login|signin|remember|rememberme|sso)$|(?:session|sessions|sessid|sessionid|sessionids|sid|auth|token|jwt)$/;

/** Double-submit tokens against request forgery, which scripts have to read. */
const FOR_SCRIPTS = /csrf|xsrf/i;

export function isForScripts(name: string): boolean {
	return FOR_SCRIPTS.test(name);
}

/** Whether a cookie of this name keeps a visitor logged in, as far as its name tells. */
export function isLogin(name: string): boolean {
	const bare = name.replace(/^__(?:Host|Secure)-/i, "");
	const lower = bare.toLowerCase();
	if (isForScripts(lower) || OTHERS.some((other) => other.test(lower))) return false;
	return LOGINS.some((login) => login.test(lower)) || wordsOf(bare).some((word) => LOGIN_WORD.test(word));
}

/** The words of a name: between signs and digits, and where a capital follows a small letter. */
function wordsOf(name: string): string[] {
	return name
		.replace(/([a-z\d])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[^a-z]+/);
}
