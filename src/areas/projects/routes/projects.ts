import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { createProject } from '../create-project.ts';
import { getProjectWithStats } from '../get-project.ts';
import { listProjects } from '../list-projects.ts';
import { archiveProject, updateProject } from '../update-project.ts';
import {
  ArchiveProjectResponse,
  CreateProjectBody,
  CreateProjectResponse,
  ListProjectsQuery,
  ProjectListResponse,
  ProjectParams,
  ProjectResponse,
  ProjectWithStatsResponse,
  toCreateProjectInput,
  toProjectBody,
  toStatsBody,
  toUpdateProjectInput,
  UpdateProjectBody,
} from '../wire/projects.ts';

const common = { spec: '4.1', area: 'projects', access: 'key' } as const;

const postProject = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/projects',
  right: 'manage_projects',
  summary: 'Create a project',
  description:
    'Without `organization_id` the organization of the API key is used. An admin key creates an organization by its first project.',
  body: CreateProjectBody,
  responses: { 201: CreateProjectResponse },
  handle: async (ctx, { body }) => {
    const project = toProjectBody(await createProject(ctx, toCreateProjectInput(body)));
    return { status: 201, body: { success: true, project, project_id: project.id, name: project.name, created_at: project.created_at } };
  },
});

const getProjects = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/projects',
  summary: "List an organization's projects, newest first",
  query: ListProjectsQuery,
  responses: { 200: ProjectListResponse },
  isShared: true,
  handle: async (ctx, { query }) => {
    const { projects, total } = await listProjects(ctx, { ...query, organizationId: query.organization_id });
    return {
      status: 200,
      body: { success: true, projects: projects.map(toProjectBody), ...toListFields(projects, query, total) },
    };
  },
});

const getOneProject = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{project_id}',
  summary: 'Read a project with its statistics',
  params: ProjectParams,
  responses: { 200: ProjectWithStatsResponse },
  isShared: true,
  handle: async (ctx, { params }) => {
    const { project, stats } = await getProjectWithStats(ctx, params.project_id);
    return { status: 200, body: { success: true, project: { ...toProjectBody(project), stats: toStatsBody(stats) } } };
  },
});

const putProject = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/projects/{project_id}',
  summary: 'Change a project',
  description: 'To archive it, or to take it up again, takes the right `manage_projects`.',
  params: ProjectParams,
  body: UpdateProjectBody,
  responses: { 200: ProjectResponse },
  handle: async (ctx, { params, body }) => {
    const project = await updateProject(ctx, params.project_id, toUpdateProjectInput(body));
    return { status: 200, body: { success: true, project: toProjectBody(project) } };
  },
});

const deleteProject = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{project_id}',
  right: 'manage_projects',
  summary: 'Archive a project',
  description: 'Nothing is removed: the project is left out of lists, is no longer checked, and can be made active again.',
  params: ProjectParams,
  responses: { 200: ArchiveProjectResponse },
  handle: async (ctx, { params }) => {
    const project = toProjectBody(await archiveProject(ctx, params.project_id));
    return { status: 200, body: { success: true, message: 'Project archived', project_id: project.id, status: project.status, project } };
  },
});

export const projectEndpoints: AppEndpoint[] = [postProject, getProjects, getOneProject, putProject, deleteProject];
