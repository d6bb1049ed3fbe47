import type { AttackRule, DetectionRule } from '../../managed-ruleset.ts';
import { adobeRules } from './companies/adobe.ts';
import { dotnetRules } from './companies/dotnet.ts';
import { enterpriseRules } from './companies/enterprise.ts';
import { exchangeRules } from './companies/exchange.ts';
import { fileTransferRules } from './companies/file-transfer.ts';
import { mailRules } from './companies/mail.ts';
import { managementToolRules } from './companies/management-tools.ts';
import { sharepointRules } from './companies/sharepoint.ts';
import { zohoRules } from './companies/zoho.ts';
import { apacheHttpdRules } from './development/apache-httpd.ts';
import { containerRules } from './development/containers.ts';
import { dataPlatformRules } from './development/data-platforms.ts';
import { gitlabRules } from './development/gitlab.ts';
import { javascriptRules } from './development/javascript.ts';
import { jenkinsRules } from './development/jenkins.ts';
import { languageModelPlatformRules } from './development/language-model-platforms.ts';
import { observabilityRules } from './development/observability.ts';
import { teamcityAndNexusRules } from './development/teamcity-and-nexus.ts';
import { webFrameworkRules } from './development/web-frameworks.ts';
import { apacheProjectRules } from './java/apache-projects.ts';
import { atlassianRules } from './java/atlassian.ts';
import { log4jRules } from './java/log4j.ts';
import { oracleRules } from './java/oracle.ts';
import { springRules } from './java/spring.ts';
import { strutsRules } from './java/struts.ts';
import { tomcatRules } from './java/tomcat.ts';
import { cameraAndStorageRules } from './network/cameras-and-storage.ts';
import { ciscoRules } from './network/cisco.ts';
import { citrixRules } from './network/citrix.ts';
import { f5Rules } from './network/f5.ts';
import { fortinetRules } from './network/fortinet.ts';
import { ivantiRules } from './network/ivanti.ts';
import { networkApplianceRules } from './network/network-appliances.ts';
import { panOsRules } from './network/pan-os.ts';
import { routerRules } from './network/routers.ts';
import { vmwareRules } from './network/vmware.ts';
import { contentManagementRules } from './sites/content-management.ts';
import { drupalRules } from './sites/drupal.ts';
import { forumRules } from './sites/forums.ts';
import { joomlaRules } from './sites/joomla.ts';
import { magentoRules } from './sites/magento.ts';
import { phpRules } from './sites/php.ts';
import { phpApplicationRules } from './sites/php-applications.ts';
import { phpFrameworkRules } from './sites/php-frameworks.ts';
import { wordpressRules } from './sites/wordpress.ts';
import { wordpressPluginFileRules } from './sites/wordpress-plugin-files.ts';
import { wordpressPluginRules } from './sites/wordpress-plugins.ts';

export type TargetedRule = AttackRule | DetectionRule;

/** The rules about known vulnerabilities, by groups of products. */
export const targetedGroups = {
  Adobe: adobeRules,
  'Apache httpd and CGI': apacheHttpdRules,
  'Apache projects': apacheProjectRules,
  Atlassian: atlassianRules,
  'Cameras and storage': cameraAndStorageRules,
  Cisco: ciscoRules,
  Citrix: citrixRules,
  'Containers and clusters': containerRules,
  'Content management': contentManagementRules,
  'Data platforms': dataPlatformRules,
  Drupal: drupalRules,
  'Enterprise platforms': enterpriseRules,
  F5: f5Rules,
  'File transfer': fileTransferRules,
  'Files of WordPress plugins': wordpressPluginFileRules,
  Fortinet: fortinetRules,
  Forums: forumRules,
  GitLab: gitlabRules,
  'Grafana and Kibana': observabilityRules,
  Ivanti: ivantiRules,
  JavaScript: javascriptRules,
  Jenkins: jenkinsRules,
  Joomla: joomlaRules,
  Log4j: log4jRules,
  Magento: magentoRules,
  'Mail and chat': mailRules,
  'Management tools': managementToolRules,
  'Microsoft .NET and IIS': dotnetRules,
  'Microsoft Exchange': exchangeRules,
  'Microsoft SharePoint': sharepointRules,
  'Network appliances': networkApplianceRules,
  Oracle: oracleRules,
  'Palo Alto Networks': panOsRules,
  PHP: phpRules,
  'PHP applications': phpApplicationRules,
  'PHP frameworks': phpFrameworkRules,
  'Platforms for language models': languageModelPlatformRules,
  Routers: routerRules,
  Spring: springRules,
  Struts: strutsRules,
  'TeamCity and Nexus': teamcityAndNexusRules,
  'Tomcat and Java servers': tomcatRules,
  VMware: vmwareRules,
  'Web frameworks': webFrameworkRules,
  WordPress: wordpressRules,
  'WordPress plugins': wordpressPluginRules,
  Zoho: zohoRules,
} as const satisfies Record<string, readonly TargetedRule[]>;

export const targetedRules: readonly TargetedRule[] = Object.values(targetedGroups).flat();
