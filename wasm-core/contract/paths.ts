/**
 * Paths of the API, as the specification has them: with a trailing slash, except that of one
 * project.
 */
export const API = '/api';

export const paths = {
  token: `${API}/token/`,
  refresh: `${API}/token/refresh/`,
  revoke: `${API}/token/revoke/`,
  me: `${API}/v1/users/get_me/`,
  statistics: `${API}/v1/users/statistics/`,
  changePassword: `${API}/v1/users/change_password/`,
  changeKeyCode: `${API}/v1/users/change_key_code/`,
  personalData: `${API}/v1/users/personal_data/`,
  ownSessions: `${API}/v1/users/sessions/`,
  endSession: (id: string) => `${API}/v1/users/sessions/${id}/end/`,
  endAllSessions: `${API}/v1/users/sessions/end_all/`,
  companyUsers: `${API}/v1/company/users/`,
  companyUser: (id: string) => `${API}/v1/company/users/${id}/`,
  companyUserAction: (id: string, action: 'role' | 'access' | 'reset_password' | 'key') =>
    `${API}/v1/company/users/${id}/${action}/`,
  audit: `${API}/v1/company/audit/`,
  dictionary: (name: string) => `${API}/v1/dictionary/${name}/`,
  projects: `${API}/v1/projects/`,
  createProject: `${API}/v1/projects/create_project/`,
  /** The specification reads without and writes with a trailing slash. */
  project: (id: string) => `${API}/v1/projects/${id}`,
  changeProject: (id: string) => `${API}/v1/projects/${id}/`,
  /** Calculations of a project, of all types. */
  projectCalculations: (id: string) => `${API}/v1/projects/${id}/calculations/`,
  /** A new project made after this one. */
  rollForward: (id: string) => `${API}/v1/projects/${id}/roll_forward/`,
  /** The inventory of a project as one workbook, out (GET) and in (POST). */
  workbook: (id: string) => `${API}/v1/projects/${id}/workbook/`,
  projectHistory: (id: string) => `${API}/v1/projects/${id}/history/`,
  calculationHistory: (type: string, id: string) => `${API}/v1/${type}/${id}/history/`,
  /** Restores a version; `history` is the path of a history. */
  restoreVersion: (history: string, version: number) => `${history}${version}/restore/`,
  objects: `${API}/v1/objects/`,
  object: (id: string) => `${API}/v1/objects/${id}/`,
  objectHistory: (id: string) => `${API}/v1/objects/${id}/history/`,
  companyInventory: `${API}/v1/inventory/`,
  inventory: (project: string) => `${API}/v1/projects/${project}/inventory/`,
  inventoryUncertainty: (project: string) => `${API}/v1/projects/${project}/uncertainty/`,
  uncertaintyTable: (project: string) => `${API}/v1/projects/${project}/uncertainty/table/`,
  uncertaintyPlan: (project: string) => `${API}/v1/projects/${project}/uncertainty/plan/`,
  edition: (project: string) => `${API}/v1/projects/${project}/inventory/edition/`,
  inventoryHistory: (project: string) => `${API}/v1/projects/${project}/inventory/history/`,
  export: (id: string, format: string) => `${API}/v1/projects/${id}/export_to_${format}/`,
  calculations: (type: string) => `${API}/v1/${type}/`,
  calculation: (type: string, id: string) => `${API}/v1/${type}/${id}/single_calc/1/`,
  changeCalculation: (type: string, id: string) => `${API}/v1/${type}/${id}/`,
  copyCalculation: (type: string, id: string) => `${API}/v1/${type}/${id}/copy/`,
  calculationUncertainty: (type: string, id: string) => `${API}/v1/${type}/${id}/uncertainty/`,
  calculationRows: (type: string, id: string) => `${API}/v1/${type}/${id}/rows/`,
  updateRows: (type: string, id: string) => `${API}/v1/${type}/${id}/data_update/`,
  uploadTicket: (type: string) => `${API}/v1/${type}/upload_ticket/`,
  template: (type: string, format: string) => `${API}/v1/${type}/template/?format=${format}`,
  jobs: `${API}/v1/jobs/`,
  job: (id: string) => `${API}/v1/jobs/${id}/`,
  cancelJob: (id: string) => `${API}/v1/jobs/${id}/cancel/`,
  retryJob: (id: string) => `${API}/v1/jobs/${id}/retry/`,
  models: `${API}/v1/models/`,
  model: (id: string) => `${API}/v1/models/${id}/`,
  modelFile: (id: string) => `${API}/v1/models/${id}/file/`,
  version: `${API}/version`,
  openapi: `${API}/openapi.json`,
  reference: `${API}/docs/`,
} as const;
